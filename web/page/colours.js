// SPDX-License-Identifier: MIT
// The page's colours, light or dark: those of the visitor's system until the button changes them. The
// choice is kept over a reload.

const KEY = "pyportal colours";
const DARK = "dark", LIGHT = "light";

// The button is pressed while the page is dark.
export function follow(button) {
  const system = matchMedia("(prefers-color-scheme: dark)"), paint = painter();
  const own = () => (system.matches ? DARK : LIGHT);
  let wanted = kept();
  const show = () => {
    paint(wanted ?? own());
    button.setAttribute("aria-pressed", (wanted ?? own()) === DARK);
  };
  button.onclick = () => {
    const other = (wanted ?? own()) === DARK ? LIGHT : DARK;
    wanted = other === own() ? null : other;
    keep(wanted);
    show();
  };
  system.onchange = show;
  show();
}

// Returns a function that applies light or dark: to the style sheets' rules and the browser's own
// colours.
function painter() {
  const root = document.documentElement;
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])
    .filter((rule) => rule.media?.mediaText.includes("prefers-color-scheme"));
  const themes = [...document.querySelectorAll("meta[media]")].map(
    (meta) => [meta, meta.media.includes(DARK) ? DARK : LIGHT]);
  const query = (isOn) => (isOn ? "all" : "not all");
  return (colours) => {
    root.style.colorScheme = colours;
    rules.forEach((rule) => { rule.media.mediaText = query(colours === DARK); });
    themes.forEach(([meta, of]) => { meta.media = query(colours === of); });
  };
}

// Returns null where nothing is kept, or the browser's storage is blocked.
function kept() {
  try {
    return [DARK, LIGHT].find((colours) => colours === localStorage.getItem(KEY)) ?? null;
  } catch {
    return null;
  }
}

function keep(colours) {
  try {
    if (colours) {
      localStorage.setItem(KEY, colours);
    } else {
      localStorage.removeItem(KEY);
    }
  } catch {
    // The page follows the system the next time.
  }
}
