import { expect, test } from "@jest/globals";
import { inTurn } from "./load.ts";

const TIMES = 64;

test("inTurn measures each target the given number of times, and none is always the first", async () => {
  const order: string[] = [];
  const target = (name: string) => ({ once: async () => order.push(name) });
  const samples = await inTurn({ a: target("a"), b: target("b") }, TIMES);
  expect([samples.a.length, samples.b.length]).toEqual([TIMES, TIMES]);
  const orders = Array.from({ length: TIMES }, (_, at) => order.slice(2 * at, 2 * at + 2).join(""));
  expect([...new Set(orders)].toSorted()).toEqual(["ab", "ba"]);
});
