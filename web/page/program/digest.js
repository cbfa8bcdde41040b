// SPDX-License-Identifier: MIT
// A program's id: a digest of its files, which no other program has.

// null where the browser calculates none, as on a page that came without https.
export async function idOf(files) {
  if (!crypto.subtle) {
    return null;
  }
  const sorted = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
  const digests = await Promise.all(sorted.map(
    async ([path, bytes]) => [path, await digestOf(bytes)]));
  return digestOf(new TextEncoder().encode(JSON.stringify(digests)));
}

async function digestOf(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
