import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "@veil/contracts/clock";
import { type IsolationFindings, isProven, type ProbedTarget } from "@veil/contracts/isolation";
import type { ProbeName } from "@veil/crypto";
import type { ExpectedTarget } from "./read-config.ts";
import { tryTarget } from "./try-target.ts";

interface ProbeOptions {
  readonly probe: ProbeName;
  readonly targets: readonly ExpectedTarget[];
  readonly connectTimeoutMs: number;
  readonly pauseMs: number;
  readonly nowMs: Clock;
}

/**
 * The number of consecutive rounds that must have the expected results. One round proves nothing,
 * because a new pod's network needs a moment: some plugins leave it open until they have loaded the
 * policies, and others leave it closed until they have loaded the routes.
 */
const IN_A_ROW = 2;
const ROUNDS = 4;

/**
 * Probes all targets until two consecutive rounds have the expected results, but in at most
 * `ROUNDS` rounds.
 * @returns the findings of the last round
 */
export async function probeNetwork(options: ProbeOptions): Promise<IsolationFindings> {
  const { probe, targets, connectTimeoutMs, pauseMs, nowMs } = options;
  let good = 0;
  for (let rounds = 1; ; rounds += 1) {
    const began = new Date(nowMs());
    const probed = await Promise.all(targets.map((target) => tryTarget(target, connectTimeoutMs)));
    good = probed.every(isProven) ? good + 1 : 0;
    if (good === IN_A_ROW || rounds === ROUNDS) return findings(probe, began, rounds, probed);
    await pause(pauseMs);
  }
}

function findings(probe: ProbeName, at: Date, rounds: number, targets: ProbedTarget[]) {
  const probed_at = `${at.toISOString().slice(0, 19)}Z`;
  return { type: "veil/isolation-findings/v1", probe, probed_at, rounds, targets } as const;
}
