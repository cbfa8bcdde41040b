// SPDX-License-Identifier: MIT
// Sentences about what an ESP32 can do and a page cannot.

const UDP = 1;
const DATAGRAMS = "send datagrams (UDP)", NETWORK = "open a Wi-Fi of its own";
const COMMANDS = {
  startServer: "be a server", sendDatagram: DATAGRAMS, insertData: DATAGRAMS,
  setOwnNetwork: NETWORK, setOwnPassphrase: NETWORK,
};

const sentence = (what) => `A page cannot ${what}: browsers let none. python -m sim can.`;

// For protocols other than HTTP.
export const OTHER_PROTOCOL = sentence("speak MQTT, or whatever else is not HTTP");

// Returns a sentence, "" for a command that a page can carry out; `name` is its method's.
export function unsupported(name, parameters) {
  const isUdp = name === "startClient" && parameters.at(-1)?.[0] === UDP;
  const what = isUdp ? DATAGRAMS : COMMANDS[name];
  return what ? sentence(what) : "";
}
