import { readFileSync } from "node:fs";
import Sequencer from "@jest/test-sequencer";
import { isHeavy, needsMore } from "../lib/needs-more.mjs";

/** Suites that take minutes if their third-party program is installed, and no time otherwise. */
const BY_OTHER_PROGRAMS = /cyclonus|presidio/;

/**
 * Puts suites that take minutes first and other slow suites next. If a slow suite began last, the
 * run would have to wait for it. Each group keeps jest's own order.
 */
export default class LongestFirst extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    const ranks = new Map(sorted.map((test) => [test, rankOf(test.path)]));
    return sorted.sort((a, b) => ranks.get(a) - ranks.get(b));
  }
}

function rankOf(file) {
  const text = readFileSync(file, "utf8");
  if (isHeavy(text) || BY_OTHER_PROGRAMS.test(file)) return 0;
  return needsMore(text) ? 1 : 2;
}
