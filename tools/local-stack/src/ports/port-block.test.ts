import { expect, test } from "@jest/globals";
import { listenOn } from "./listen-on.ts";
import { PortBlock } from "./port-block.ts";

test("Blocks that are reserved at the same time share no port", async () => {
  const blocks = await Promise.all(Array.from({ length: 40 }, () => PortBlock.reserve()));
  const ports: number[] = [];
  for (const block of blocks) ports.push(await block.next(), await block.next());
  for (const block of blocks) block.release();
  expect(new Set(ports).size).toBe(ports.length);
});

test("A block skips a port in use, and returns a free port again", async () => {
  const block = await PortBlock.reserve();
  const first = await block.next();
  const server = await listenOn(first + 1);
  expect(await block.next()).toBe(first + 2);
  const round: number[] = [];
  for (let count = 0; count < 100; count += 1) round.push(await block.next());
  expect(round).toContain(first);
  expect(round).not.toContain(first + 1);
  server?.close();
  block.release();
});
