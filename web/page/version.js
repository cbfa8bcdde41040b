// SPDX-License-Identifier: MIT
// Installs the service worker, which keeps the files of the page's version and tells when the site has
// a newer one.

import { HOME } from "./preload.js";

// The folder of the version is in that of the page.
const ROOT = new URL("../", HOME).href;
const VERSION = HOME.pathname.split("/").at(-2);

// `notice` is shown when there is a newer version, `button` loads it. Throws where the browser has no
// service workers.
export async function follow(notice, button) {
  button.onclick = () => location.reload();
  navigator.locks?.request(`pyportal ${ROOT} ${VERSION}`, { mode: "shared" },
                           () => new Promise(() => {})).catch(() => {});
  navigator.serviceWorker.onmessage = ({ data }) => {
    notice.hidden = data.version === VERSION;
  };
  const registration = await navigator.serviceWorker.register(`${ROOT}offline.js`);
  document.addEventListener("visibilitychange",
    () => document.hidden || registration.update().catch(() => {}));
}
