// SPDX-License-Identifier: MIT
// Asks a host on the network, as far as browsers let a page: the host has to allow it (CORS). The
// worker waits meanwhile, and the board's time stands still.

const TIMEOUT_MS = 30_000;
// Headers that are the browser's to set, or for which it would ask the host twice.
const BROWSERS = new RegExp("^(accept-charset|accept-encoding|access-control-.*|connection|"
  + "content-length|cookie|date|dnt|expect|host|keep-alive|origin|proxy-.*|referer|sec-.*|te|"
  + "trailer|transfer-encoding|upgrade|user-agent|via)$", "i");

// As a Connection's `ask`. A page that came by https may ask only by that.
export function ask({ method, url, headers, body }) {
  const request = new XMLHttpRequest();
  try {
    request.open(method, self.isSecureContext && location.protocol === "https:"
      ? url.replace(/^http:/, "https:") : url, false);
    request.responseType = "arraybuffer";
    request.timeout = TIMEOUT_MS;
    headers.filter(([name]) => name && !BROWSERS.test(name))
      .forEach(([name, value]) => request.setRequestHeader(name, value));
    request.send(body.length ? body : null);
  } catch {
    return null;
  }
  const { status, statusText: words, response } = request;
  return { status, words, headers: headersOf(request), body: new Uint8Array(response) };
}

function headersOf(request) {
  return request.getAllResponseHeaders().split("\r\n").filter(Boolean).map((line) => {
    const at = line.indexOf(": ");
    return [line.slice(0, at), line.slice(at + 2)];
  });
}
