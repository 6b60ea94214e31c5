/** @all starts HAProxy with the relays' configuration */
import { spawn, spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { connect, createServer } from "node:tls";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWhere, until } from "@veil/testing";
import { createTestCa } from "@veil/testing/tls";
import { REPOSITORY } from "../../support/deployment/manifests.ts";

const CONFIGURATION = path.join(REPOSITORY, "k8s/overlays/small/relays/haproxy.cfg");
const HOST = "gateway-db.example.com";
const A_RECORD_HEADER = [0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4];
const installed = spawnSync("haproxy", ["-v"]).status === 0;

/** Returns the name that a DNS query is about. */
function nameIn(query: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; query.readUInt8(at) > 0; at += query.readUInt8(at) + 1)
    labels.push(query.toString("latin1", at + 1, at + 1 + query.readUInt8(at)));
  return labels.join(".");
}

describeWhere(installed, "A relay", "haproxy", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "veil-relay-"));
  const ending: (() => unknown)[] = [];
  let address = "127.0.0.1";
  let asked: string[] = [];
  let ca: Awaited<ReturnType<typeof createTestCa>>;
  let port: number;

  /** Answers every query for an IPv4 address with `address`. */
  async function startResolver(): Promise<number> {
    const socket = createSocket("udp4");
    socket.on("message", (query, from) => {
      const end = query.indexOf(0, 12) + 5;
      asked.push(nameIn(query));
      const hasAnswer = query.readUInt16BE(end - 4) === 1;
      const head = Buffer.from(query.subarray(0, end));
      head.writeUInt16BE(0x8180, 2);
      head.writeUInt16BE(hasAnswer ? 1 : 0, 6);
      head.writeUInt32BE(0, 8);
      const record = Buffer.from([...A_RECORD_HEADER, ...address.split(".").map(Number)]);
      socket.send(hasAnswer ? Buffer.concat([head, record]) : head, from.port, from.address);
    });
    socket.bind(0, "127.0.0.1");
    await once(socket, "listening");
    ending.push(() => socket.close());
    return socket.address().port;
  }

  /** Starts a TLS server that sends its own address. */
  async function startServer(host: string, on = 0): Promise<number> {
    const { cert, key } = await ca.issue({ dns: [HOST] });
    const server = createServer({ cert, key }, (socket) => {
      socket.on("error", () => undefined).end(host);
    }).listen(on, host);
    await once(server, "listening");
    ending.push(() => server.close());
    return (server.address() as AddressInfo).port;
  }

  async function freePort(): Promise<number> {
    const server = createTcpServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port: free } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    return free;
  }

  function ask(servername: string): Promise<string> {
    return new Promise((resolve) => {
      const socket = connect({ host: "127.0.0.1", port, servername, ca: ca.ca });
      let text = "";
      socket.on("data", (data) => {
        text += data;
      });
      socket.on("error", (error) => resolve(String((error as NodeJS.ErrnoException).code)));
      socket.on("close", () => resolve(text));
    });
  }

  beforeAll(async () => {
    ca = await createTestCa("managed");
    const behind = await startServer("127.0.0.1");
    await startServer("127.0.0.2", behind);
    port = await freePort();
    const file = path.join(folder, "haproxy.cfg");
    const text = readFileSync(CONFIGURATION, "utf8")
      .replace("parse-resolv-conf", `nameserver test 127.0.0.1:${await startResolver()}`)
      .replace(":8405", `127.0.0.1:${await freePort()}`);
    writeFileSync(file, text);
    const haproxy = spawn("haproxy", ["-db", "-f", file], {
      env: { PATH: "/usr/sbin:/usr/bin", PORT: String(port), SERVER: `${HOST}:${behind}` },
      stdio: "inherit",
    });
    ending.push(() => haproxy.kill("SIGKILL"));
  });
  afterAll(() => {
    for (const end of ending) end();
    rmSync(folder, { recursive: true });
  });

  test("A client verifies the managed server's own certificate, because the relay does not open TLS", async () => {
    await until("the relay forwards", async () => (await ask(HOST)) === "127.0.0.1");
    expect(await ask("other.example.com")).toBe("ERR_TLS_CERT_ALTNAME_INVALID");
  });

  test("When the server's name gets another address, then new connections go there, and no other name is looked up", async () => {
    address = "127.0.0.2";
    asked = [];
    await until("the relay follows the name", async () => (await ask(HOST)) === "127.0.0.2");
    expect([...new Set(asked)]).toEqual([HOST]);
  });
});
