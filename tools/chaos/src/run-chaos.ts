import { writeFileSync } from "node:fs";
import type { ChaosArguments } from "./arguments.ts";
import { choicesOf, machineLimits } from "./faults/choices.ts";
import { drawFault } from "./faults/draw-fault.ts";
import { type InjectedFault, targetsOf } from "./faults/fault.ts";
import { openTestBed, type TestBed } from "./faults/test-bed.ts";
import { type GatewayClient, gatewayClient } from "./load/gateway-client.ts";
import { type PlayedRound, playRound } from "./play-round.ts";
import { readLogState, readRecord } from "./reconcile/read-record.ts";
import { type Discrepancy, reconcile } from "./reconcile/reconcile.ts";
import { type KeptRun, keepRun, readRun } from "./report/kept-run.ts";
import { markdownOf, skippedLines, tableOf } from "./report/markdown.ts";
import { type RoundResult, roundResult } from "./report/round-result.ts";

interface RunMeans {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Receives one line for each step, and the discrepancies. */
  readonly onProgress: (line: string) => void;
  /** Ends the run after it has removed what it started. */
  readonly signal: AbortSignal;
}

export interface FinishedRun {
  readonly table: readonly string[];
  readonly discrepancies: number;
}

/**
 * Plays rounds until the last one, a discrepancy or an interruption. @throws Error that says what
 * did not start, or in which round the run could not continue
 */
export async function runChaos(args: ChaosArguments, means: RunMeans): Promise<FinishedRun> {
  const { onProgress } = means;
  const kept = startOf(args);
  const { profile, seed, targets } = kept;
  const { choices, skipped } = choicesOf(profile, machineLimits(), targets);
  if (choices.length === 0) throw new Error(`--targets: ${skippedLines(skipped).join("; ")}`);
  for (const line of skippedLines(skipped)) onProgress(`not injected: ${line}`);
  const results = [...kept.results];
  const isFinished = () => results.length >= args.rounds || sum(results) > 0;
  const report = () => {
    if (args.out === undefined) return;
    keepRun(args.out, { ...kept, results });
    const command = commandOf({ ...args, ...kept, rounds: results.length });
    writeFileSync(args.out, markdownOf({ command, results, skipped }));
  };
  if (isFinished()) report();
  else {
    onProgress(`seed ${seed}: ${args.rounds} rounds of ${choices.length} faults, starting a stack`);
    const bed = { profile, choices, env: means.env, onLog: onProgress };
    await onTestBed(bed, async (play) => {
      const stopped = whenStopped(means.signal);
      while (!isFinished()) {
        const round = results.length + 1;
        const fault = drawFault(seed, round, choices);
        const played = await Promise.race([stopped, play(fault)]).catch((error: Error) => {
          throw new Error(`seed ${seed}, ${lineOf(round, fault)}: ${error.message}`);
        });
        if (played === undefined) return;
        results.push(roundResult(round, fault, played, played.discrepancies));
        for (const { id, what } of played.discrepancies)
          onProgress(
            `DISCREPANCY seed ${seed}, ${lineOf(round, fault)}, request ${id ?? "–"}: ${what}`,
          );
        onProgress(progressOf(results, args.rounds));
        report();
      }
    });
  }
  return { table: tableOf(results), discrepancies: sum(results) };
}

type Play = (fault: InjectedFault) => Promise<ReconciledRound>;

async function onTestBed(
  options: Parameters<typeof openTestBed>[0],
  use: (play: Play) => Promise<void>,
): Promise<void> {
  const bed = await openTestBed(options);
  const gateway = gatewayClient(bed.gatewayUrl);
  try {
    await use((fault) => playAndReconcile(bed, gateway, fault));
  } finally {
    await gateway.close();
    await bed.stop();
  }
}

type Start = KeptRun & Pick<ChaosArguments, "profile" | "targets">;

/** Returns the beginning of a run, or the run that was kept. */
function startOf({ out, resume, seed, profile, targets }: ChaosArguments): Start {
  if (!resume || out === undefined) return { seed, profile, targets, results: [] };
  const kept = readRun(out);
  if (kept.profile !== profile || String(kept.targets) !== String(targets))
    throw new Error(
      `--resume: the run was started with --profile ${kept.profile} --targets ${kept.targets}`,
    );
  return { ...kept, profile, targets };
}

interface ReconciledRound extends PlayedRound {
  readonly discrepancies: readonly Discrepancy[];
}

async function playAndReconcile(
  bed: TestBed,
  gateway: GatewayClient,
  fault: InjectedFault,
): Promise<ReconciledRound> {
  const before = await readLogState(bed);
  const played = await Promise.race([playRound(bed, gateway, fault), bed.stack.exited]);
  if ("service" in played) {
    const what = `${played.service} exited although no fault killed it`;
    return { ended: [], recoveredMs: undefined, discrepancies: [{ id: undefined, what }] };
  }
  const record = await readRecord(bed, gateway, played.ended, before);
  const { recoveredMs } = played;
  return { ...played, discrepancies: reconcile({ ...record, recoveredMs, fault }, bed.profile) };
}

/** Resolves to undefined as soon as the signal aborts. */
function whenStopped(signal: AbortSignal): Promise<undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}

function sum(results: readonly RoundResult[]): number {
  return results.reduce((total, { discrepancies }) => total + discrepancies, 0);
}

function lineOf(round: number, { target, kind, lastsMs, clockS }: InjectedFault): string {
  const by = kind === "move-clock" ? ` by ${clockS} s` : "";
  return `round ${round}: ${target} ${kind}${by} for ${(lastsMs / 1_000).toFixed(1)} s`;
}

function progressOf(results: readonly RoundResult[], rounds: number): string {
  const last = results.at(-1);
  if (last === undefined) return "";
  const { round, fault, sent, failures, recoveredMs, discrepancies } = last;
  const failed = Object.entries(failures).map(([code, count]) => `${count} ${code}`);
  return [
    `${lineOf(round, fault)} (${round}/${rounds}): ${sent} sent`,
    ...failed,
    recoveredMs === undefined
      ? "not recovered"
      : `recovered after ${(recoveredMs / 1_000).toFixed(1)} s`,
    `${discrepancies} discrepancies`,
  ].join(", ");
}

function commandOf({ profile, rounds, seed, targets }: ChaosArguments): string {
  const isAll = String(targets) === String(targetsOf(profile));
  const only = isAll ? "" : ` --targets ${targets.join(",")}`;
  return `npm run chaos -- --profile ${profile} --rounds ${rounds} --seed ${seed}${only}`;
}
