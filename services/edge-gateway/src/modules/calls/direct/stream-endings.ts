import { setImmediate as nextTurn } from "node:timers/promises";
import pLimit from "p-limit";
import type { StreamEndings } from "./ports.ts";

const LONG_FROM = 256 * 1024;
const AT_ONCE = 2;

/**
 * Long texts take turns, so that few copies exist at once. When several connections close together,
 * those to the worker close first.
 */
export function createStreamEndings(): StreamEndings {
  const turn = pLimit(AT_ONCE);
  return async (length, work) => {
    if (length < LONG_FROM) return await work();
    return await turn(async () => {
      await nextTurn();
      return await work();
    });
  };
}
