// Stands in for the cluster's DNS: resolver.mjs POD ADDRESS HOST...
// Resolves every HOST to ADDRESS, and no other name (RFC 1035). Packets that are too short for DNS
// are probes; the reply repeats them and adds POD.
import { createSocket } from "node:dgram";
import { createServer } from "node:net";

const [pod = "", address = "", ...hosts] = process.argv.slice(2);
const HEAD = 12;
const TYPE_A = 1;
const NXDOMAIN = 3;
const TTL_S = 60;

const udp = createSocket("udp4");
udp.on("message", (query, { port, address: whom }) => udp.send(answerTo(query), port, whom));
udp.bind(53, "0.0.0.0");
createServer((socket) => {
  socket.on("error", () => undefined);
  socket.once("data", (message) => {
    const answer = answerTo(message.subarray(2));
    const length = Buffer.alloc(2);
    length.writeUInt16BE(answer.length);
    socket.end(Buffer.concat([length, answer]));
  });
}).listen(53, "0.0.0.0");

function answerTo(query) {
  if (query.length < HEAD) return Buffer.from(`${query} ${pod}`);
  const { name, end } = nameIn(query);
  const isKnown = hosts.includes(name);
  const isAddress = isKnown && query.readUInt16BE(end) === TYPE_A;
  const head = Buffer.from(query.subarray(0, HEAD));
  head.writeUInt16BE(0x8180 | (isKnown ? 0 : NXDOMAIN), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(isAddress ? 1 : 0, 6);
  head.writeUInt32BE(0, 8);
  const question = query.subarray(HEAD, end + 4);
  return Buffer.concat([head, question, ...(isAddress ? [record()] : [])]);
}

function nameIn(query) {
  const labels = [];
  let at = HEAD;
  while (query[at] > 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + query[at]));
    at += query[at] + 1;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 };
}

function record() {
  const head = Buffer.from([0xc0, HEAD, 0, TYPE_A, 0, 1, 0, 0, 0, TTL_S, 0, 4]);
  return Buffer.concat([head, Buffer.from(address.split(".").map(Number))]);
}
