import { expect, test } from "@jest/globals";
import { acceptsConnections } from "./accepts-connections.ts";
import { listenOn } from "./listen-on.ts";
import { PortBlock } from "./port-block.ts";

test("A check of a port does not prevent a program from listening on it, and a later check finds the program", async () => {
  const block = await PortBlock.reserve();
  const port = await block.next();
  const asked = acceptsConnections(port);
  const server = await listenOn(port);
  await asked;
  expect(server).toBeDefined();
  expect(await acceptsConnections(port)).toBe(true);
  server?.close();
  block.release();
});

test("A check of a port on which nothing listens returns false", async () => {
  const block = await PortBlock.reserve();
  expect(await acceptsConnections(await block.next())).toBe(false);
  block.release();
});
