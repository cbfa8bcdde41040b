// SPDX-License-Identifier: MIT
// Asks a host on the network, as far as browsers let a page: the host has to allow it (CORS). An
// answer comes to the board's worker as the address of a blob, which it can read without returning
// to its event loop.

const TIMEOUT_MS = 30_000;
// Headers that are the browser's to set, or for which it would ask the host twice.
const BROWSERS = new RegExp("^(accept-charset|accept-encoding|access-control-.*|connection|"
  + "content-length|cookie|date|dnt|expect|host|keep-alive|origin|proxy-.*|referer|sec-.*|te|"
  + "trailer|transfer-encoding|upgrade|user-agent|via)$", "i");
const BODILESS = ["GET", "HEAD"];
// Nothing of the visitor's goes along. A browser follows a redirect to any host, or to none.
const ALONE = { mode: "cors", credentials: "omit", referrerPolicy: "no-referrer",
                redirect: "manual", cache: "no-store" };
const NEW_LINE = 0x0a;

// For a Connection's request {answer: a blob's address, null if there is none; why: then a
// sentence}.
export async function ask({ method, url, headers, body }) {
  const { origin } = new URL(url);
  try {
    const response = await fetch(url, {
      ...ALONE, method,
      headers: headers.filter(([name]) => name && !BROWSERS.test(name)),
      body: body.length && !BODILESS.includes(method) ? body : null,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return response.type === "opaqueredirect"
      ? { answer: null, why: `${origin} sends the program on to another address, which browsers `
          + "hide from a page: have the program ask that one." }
      : { answer: URL.createObjectURL(await packed(response)), why: "" };
  } catch {
    return { answer: null, why: `${origin} gave no answer: it cannot be reached, or lets no other `
      + "site's page ask it (CORS)." };
  }
}

// Reads an answer for a Connection from a blob's address.
export function read(address) {
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  request.responseType = "arraybuffer";
  request.send();
  const bytes = new Uint8Array(request.response), end = bytes.indexOf(NEW_LINE);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
  return { ...head, body: bytes.slice(end + 1) };
}

async function packed(response) {
  const { status, statusText: words, headers } = response;
  const head = JSON.stringify({ status, words, headers: [...headers] });
  return new Blob([head, "\n", await response.arrayBuffer()]);
}
