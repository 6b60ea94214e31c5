// Somebody in a pod, of whom others ask to try connections: pod-agent.mjs POD ADDRESS PORT...
// Listens on every port that nobody listens on, TCP and UDP, and says the pod's name to whoever comes. Each line of
// input is {id, probes: [{address, port, protocol, timeoutMs}]}, each line of output {id, results: ["open" | why not]}.
// The socket in /agent takes connections that begin with `ADDRESS PORT` and a line feed, and continues them to there.
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { createInterface } from "node:readline";

const AT_ONCE = 300;
/** How long a real server's silence is waited for: it may be another pod's agent that has not said its name yet. */
const NAME_MS = 400;
const UDP_AGAIN_MS = 350;

const [pod = "", address = "", ...ports] = process.argv.slice(2);

async function main() {
  const listening = ports.flatMap((port) => [listenTcp(Number(port)), listenUdp(Number(port))]);
  const servers = (await Promise.all(listening)).filter((server) => server === "taken").length;
  if (existsSync("/agent")) createServer(passOn).listen("/agent/socket");
  const status = readFileSync("/proc/self/status", "utf8");
  const [, capabilities] = /CapBnd:\s*(\w+)/.exec(status) ?? [];
  const [, noNewPrivileges] = /NoNewPrivs:\s*(\w+)/.exec(status) ?? [];
  say({ pod, servers, uid: process.getuid(), capabilities, noNewPrivileges });
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
  socket.on("message", (_, { port: to, address: whom }) => socket.send(pod, to, whom));
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

async function answer({ id, probes }) {
  const results = new Array(probes.length);
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < probes.length; at = next++) results[at] = await probe(probes[at]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  say({ id, results });
}

function probe(wanted) {
  return wanted.protocol === "UDP" ? probeUdp(wanted) : probeTcp(wanted);
}

/** Open is what connects; a refusal also has come from the other pod, and is told apart from silence. */
function probeTcp({ address: host, port, timeoutMs }) {
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

function probeUdp({ address: host, port, timeoutMs }) {
  return new Promise((resolve) => {
    const socket = createSocket("udp4");
    const settle = (result) => {
      clearTimeout(timer);
      clearInterval(again);
      socket.close();
      resolve(result);
    };
    const timer = setTimeout(() => setImmediate(settle, "silence"), timeoutMs);
    const again = setInterval(() => socket.send("?", () => undefined), UDP_AGAIN_MS);
    socket.on("error", (error) => settle(error.code));
    socket.on("message", (name) => settle(`open ${name}`));
    socket.connect(port, host, () => socket.send("?", () => undefined));
  });
}

function passOn(client) {
  client.on("error", () => undefined);
  client.once("data", (head) => {
    client.pause();
    const end = head.indexOf("\n");
    const [host, port] = head.subarray(0, end).toString().split(" ");
    const server = connect({ host, port: Number(port), noDelay: true, allowHalfOpen: true });
    server.on("error", () => client.destroy());
    client.on("close", () => server.destroy());
    server.on("close", () => client.destroy());
    if (end + 1 < head.length) server.write(head.subarray(end + 1));
    client.pipe(server);
    server.pipe(client);
  });
}

await main();
