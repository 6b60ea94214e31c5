// Executes requests in a pod, one per line of input: pod-agent.mjs POD ADDRESS
// {id, listen: [port]}   listens on the free ports, over TCP and UDP, and sends the pod's name to
// each client; over UDP after the client's data. Prints {id, results: [port in use]}
// {id, probes: [{address, port, protocol, timeoutMs}]}   tries connections. Prints
// {id, results: ["open" | "open NAME" | "silence" | error code]}
// The socket in /agent accepts connections that begin with `ADDRESS PORT` and a line feed, and
// forwards them to that address.
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { createInterface } from "node:readline";
import { tryConnection } from "./try-connection.mjs";

const AT_ONCE = 300;

const [pod = "", address = ""] = process.argv.slice(2);

async function main() {
  await once(createServer(passOn).listen("/agent/socket"), "listening");
  const status = readFileSync("/proc/self/status", "utf8");
  const [, capabilities] = /CapBnd:\s*(\w+)/.exec(status) ?? [];
  const [, noNewPrivileges] = /NoNewPrivs:\s*(\w+)/.exec(status) ?? [];
  say({ pod, uid: process.getuid(), capabilities, noNewPrivileges });
  const input = createInterface({ input: process.stdin });
  input.on("line", (line) => void answer(JSON.parse(line)));
  input.on("close", () => process.exit(0));
}

function say(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

async function listenTcp(port) {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.end(pod);
  });
  server.listen({ port, host: address, backlog: 2_048 });
  return listens(server);
}

async function listenUdp(port) {
  const socket = createSocket("udp4");
  socket.on("message", (question, { port: to, address: whom }) =>
    socket.send(`${question} ${pod}`, to, whom),
  );
  socket.bind(port, address);
  return listens(socket);
}

async function listens(server) {
  try {
    await once(server, "listening");
    return "ours";
  } catch {
    return "taken";
  }
}

async function answer({ id, listen, probes }) {
  if (listen !== undefined) say({ id, results: await listenAll(listen) });
  else say({ id, results: await tryAll(probes) });
}

async function listenAll(ports) {
  const tried = await Promise.all(
    ports.map(async (port) => [port, [await listenTcp(port), await listenUdp(port)]]),
  );
  return tried.filter(([, states]) => states.includes("taken")).map(([port]) => String(port));
}

async function tryAll(probes) {
  const results = new Array(probes.length);
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < probes.length; at = next++)
      results[at] = await tryConnection(probes[at]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

function passOn(client) {
  client.on("error", () => undefined);
  client.once("data", (head) => {
    const end = head.indexOf("\n");
    const [host, port] = head.subarray(0, end).toString().split(" ");
    const server = connect({ host, port: Number(port), noDelay: true, allowHalfOpen: true });
    if (end + 1 < head.length) server.write(head.subarray(end + 1));
    join(client, server);
  });
}

function join(one, other) {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ]) {
    from.on("error", () => to.destroy());
    from.on("close", () => to.destroy());
    from.pipe(to);
  }
}

await main();
