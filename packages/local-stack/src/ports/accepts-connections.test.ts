import { expect, test } from "@jest/globals";
import { acceptsConnections } from "./accepts-connections.ts";
import { freePort, listenOn } from "./free-port.ts";

test("A program can listen on a port while the port is asked, and is found then", async () => {
  const port = await freePort();
  const asked = acceptsConnections(port);
  const server = await listenOn(port);
  await asked;
  expect(server).toBeDefined();
  expect(await acceptsConnections(port)).toBe(true);
  server?.close();
});

test("Where nothing listens, no connection is accepted", async () => {
  expect(await acceptsConnections(await freePort())).toBe(false);
});
