/** @slow opens sockets */
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { expect, test } from "@jest/globals";
import { createTcpProxy } from "./tcp-proxy.ts";
import { until } from "./until.ts";

test("While a proxy is partitioned, neither an existing nor a new connection gets an answer, and both get it after the mend", async () => {
  const server = createServer((socket) => socket.pipe(socket)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const proxy = await createTcpProxy({ host: "127.0.0.1", port });
  const received = new Map<string, string>();
  const open = async (name: string) => {
    const socket = connect(proxy.port, "127.0.0.1");
    await once(socket, "connect");
    received.set(name, "");
    socket.on("data", (bytes) => void received.set(name, `${received.get(name)}${bytes}`));
    return socket;
  };
  const existing = await open("existing");
  existing.write("one ");
  await until("the server has answered", () => received.get("existing") === "one ");

  proxy.partition();
  existing.write("two");
  const added = await open("new");
  added.write("three");
  const direct = connect(port, "127.0.0.1");
  direct.write("past the proxy");
  await once(direct, "data");
  expect([...received.values()]).toEqual(["one ", ""]);

  await proxy.mend();
  await until("both have their answers", () => received.get("new") === "three");
  await until("both have their answers", () => received.get("existing") === "one two");
  for (const socket of [existing, added, direct]) socket.destroy();
  await proxy.cut();
  server.close();
});
