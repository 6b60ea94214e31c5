import { randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { connect } from "node:net";

/**
 * The time to wait for the pod's name after a connection, because an agent may be slow to send it.
 */
const NAME_MS = 400;
const UDP_AGAIN_MS = 350;

/** @returns "open", "open NAME" if an agent sent its pod's name, "silence", or an error code */
export function tryConnection(probe) {
  return probe.protocol === "UDP" ? tryUdp(probe) : tryTcp(probe);
}

/**
 * Tries a TCP connection. Distinguishes a refusal from silence, because a refusal comes from the
 * other pod.
 */
function tryTcp({ address: host, port, timeoutMs }) {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const settle = (result) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(result);
    };
    // Data that arrived before the time-out still counts.
    let timer = setTimeout(() => setImmediate(settle, "silence"), timeoutMs);
    socket.on("error", (error) => settle(error.code));
    socket.on("data", (name) => settle(`open ${name}`));
    socket.on("connect", () => {
      clearTimeout(timer);
      timer = setTimeout(settle, NAME_MS, "open");
    });
  });
}

/**
 * Tries UDP. Settles only once, because the reply and the time-out may arrive in the same turn of
 * the event loop. A reply must repeat the question: until the socket is connected, it may receive a
 * late reply to an earlier socket on the same port.
 */
function tryUdp({ address: host, port, timeoutMs }) {
  return new Promise((resolve) => {
    const socket = createSocket("udp4");
    // Shorter than the header of a DNS message, which is how the resolver recognizes probes.
    const question = randomBytes(4).toString("hex");
    let settled = false;
    const settle = (result) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      clearInterval(again);
      socket.close();
      resolve(result);
    };
    const ask = () => socket.send(question, () => undefined);
    const timer = setTimeout(() => setImmediate(settle, "silence"), timeoutMs);
    const again = setInterval(ask, UDP_AGAIN_MS);
    socket.on("error", (error) => settle(error.code));
    socket.on("message", (message) => {
      const answer = String(message);
      if (answer.startsWith(`${question} `)) settle(`open ${answer.slice(question.length + 1)}`);
    });
    socket.connect(port, host, ask);
  });
}
