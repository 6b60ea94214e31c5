import { createSocket } from "node:dgram";
import { connect } from "node:net";

/** How long a real server's silence is waited for: it may be another pod's agent that has not said its name yet. */
const NAME_MS = 400;
const UDP_AGAIN_MS = 350;

/**
 * Tries one connection: {address, port, protocol, timeoutMs}.
 *
 * @returns "open", "open NAME" where an agent answers, or why not: "silence", or an error's code
 */
export function tryConnection(wanted) {
  return wanted.protocol === "UDP" ? tryUdp(wanted) : tryTcp(wanted);
}

/** Open is what connects; a refusal also has come from the other pod, and is told apart from silence. */
function tryTcp({ address: host, port, timeoutMs }) {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const settle = (result) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(result);
    };
    // After the time is over, what has arrived meanwhile is still looked at.
    let timer = setTimeout(() => setImmediate(settle, "silence"), timeoutMs);
    socket.on("error", (error) => settle(error.code));
    socket.on("data", (name) => settle(`open ${name}`));
    socket.on("connect", () => {
      clearTimeout(timer);
      timer = setTimeout(settle, NAME_MS, "open");
    });
  });
}

/** The first result counts: an answer and the end of the time may come in the same turn, and a socket closes once. */
function tryUdp({ address: host, port, timeoutMs }) {
  return new Promise((resolve) => {
    const socket = createSocket("udp4");
    let settled = false;
    const settle = (result) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      clearInterval(again);
      socket.close();
      resolve(result);
    };
    const ask = () => socket.send("?", () => undefined);
    const timer = setTimeout(() => setImmediate(settle, "silence"), timeoutMs);
    const again = setInterval(ask, UDP_AGAIN_MS);
    socket.on("error", (error) => settle(error.code));
    socket.on("message", (name) => settle(`open ${name}`));
    socket.connect(port, host, ask);
  });
}
