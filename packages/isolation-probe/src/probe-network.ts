import { setTimeout as pause } from "node:timers/promises";
import type { IsolationFindings, ProbedTarget } from "@veil/contracts/isolation";
import type { ProbeName } from "@veil/crypto";
import type { Target } from "./read-config.ts";
import { isAsExpected, tryTarget } from "./try-target.ts";

interface ProbeOptions {
  readonly probe: ProbeName;
  readonly targets: readonly Target[];
  readonly connectTimeoutMs: number;
  /** Between two rounds. */
  readonly pauseMs: number;
  readonly now: () => Date;
}

/** Some networks take a moment until the policies of a new pod hold: that is not yet a hole. */
const ROUNDS = 3;

/** Tries all targets at once, again while something is not as expected, and tells the last round. */
export async function probeNetwork(options: ProbeOptions): Promise<IsolationFindings> {
  const { probe, targets, connectTimeoutMs, pauseMs, now } = options;
  for (let rounds = 1; ; rounds += 1) {
    const began = now();
    const probed = await Promise.all(targets.map((target) => tryTarget(target, connectTimeoutMs)));
    if (rounds === ROUNDS || probed.every(isAsExpected))
      return findings(probe, began, rounds, probed);
    await pause(pauseMs);
  }
}

function findings(probe: ProbeName, at: Date, rounds: number, targets: ProbedTarget[]) {
  const probed_at = `${at.toISOString().slice(0, 19)}Z`;
  return { type: "veil/isolation-findings/v1", probe, probed_at, rounds, targets } as const;
}
