import { expect, test } from "@jest/globals";
import { mapBounded } from "./map-bounded.ts";

test("Answers come in the order of the items, and no more than so many are in hand", async () => {
  let inHand = 0;
  let most = 0;
  const answers = await mapBounded([5, 1, 4, 2, 3, 0], 2, async (item) => {
    inHand += 1;
    most = Math.max(most, inHand);
    for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
    inHand -= 1;
    return item * 10;
  });
  expect(answers).toEqual([50, 10, 40, 20, 30, 0]);
  expect(most).toBe(2);
  expect(await mapBounded([], 2, async () => 1)).toEqual([]);
});

test("When one fails, then all fails, and nothing new begins", async () => {
  const begun: number[] = [];
  const failing = mapBounded([1, 2, 3, 4], 1, async (item) => {
    begun.push(item);
    if (item === 2) throw new Error("two");
  });
  await expect(failing).rejects.toThrow("two");
  expect(begun).toEqual([1, 2]);
});
