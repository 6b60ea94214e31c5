import { readFileSync } from "node:fs";
import Sequencer from "@jest/test-sequencer";
import { isHeavy, needsMore } from "../lib/needs-more.mjs";

/** Takes minutes where its program is there, and else no time. */
const BY_OTHER_PROGRAMS = /cyclonus|presidio/;

/**
 * What takes minutes comes first, then what starts servers: begun last, one of them would keep the run waiting for it
 * alone. Within each group jest's own order.
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
