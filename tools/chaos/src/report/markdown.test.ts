import { expect, test } from "@jest/globals";
import { markdownOf, tableOf } from "./markdown.ts";
import type { RoundResult } from "./round-result.ts";

function resultWith(changes: Partial<RoundResult>): RoundResult {
  return {
    round: 1,
    fault: { target: "bridge", kind: "kill", afterMs: 1, lastsMs: 1_000, clockS: 0 },
    ...{ sent: 24, accepted: 24, failures: {}, recoveredMs: 400, discrepancies: 0 },
    ...changes,
  };
}

test("The table has one row for each target and fault, with sums, codes, and the median and longest recovery", () => {
  const paused = { target: "audit", kind: "pause", afterMs: 1, lastsMs: 1_000, clockS: 0 } as const;
  const rows = tableOf([
    resultWith({ failures: { server_busy: 2 }, accepted: 22 }),
    resultWith({ failures: { server_busy: 1, lost: 1 }, accepted: 23, recoveredMs: 2_000 }),
    resultWith({ recoveredMs: 900 }),
    resultWith({ fault: paused, discrepancies: 1, recoveredMs: undefined }),
  ]);
  expect(rows.slice(2)).toEqual([
    "| audit | pause | 1 | 24 | 24 | – | never | 1 |",
    "| bridge | kill | 3 | 72 | 69 | 1 lost, 3 server_busy | 0.9, 2.0 | 0 |",
  ]);
});

test("The report names the command, the totals, and each fault that was not injected with its reason", () => {
  const text = markdownOf({
    command: "npm run chaos -- --profile cluster --rounds 1 --seed 7",
    results: [resultWith({})],
    skipped: [
      { target: "bridge", kind: "partition", reason: "no proxy" },
      { target: "audit", kind: "partition", reason: "no proxy" },
    ],
  });
  expect(text).toContain("npm run chaos -- --profile cluster --rounds 1 --seed 7");
  expect(text).toContain("1 rounds, 24 calls, 0 discrepancies.");
  expect(text).toContain("- bridge partition, audit partition: no proxy.");
});
