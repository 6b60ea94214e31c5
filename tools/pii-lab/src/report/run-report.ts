import { stat } from "node:fs/promises";
import path from "node:path";
import { createFolder, writeWhole } from "@veil/crypto/files";
import type { PiiEngine } from "@veil/pii";
import type { IsKnownName } from "../eval/report/miss-categories.ts";
import type { EvalDeps } from "../eval/run-eval.ts";
import { findFalsePositives } from "../false-positives/false-positives.ts";
import { judgePrompts } from "../false-positives/prompts/judge-prompts.ts";
import { PROMPT_FILES, readPrompts } from "../false-positives/prompts/read-prompts.ts";
import type { PeerAnalyzer } from "../peer/presidio-analyzer.ts";
import { accuracyReport } from "./accuracy-report.ts";
import type { ReportArguments } from "./arguments.ts";
import { compareWithPeer, type PeerComparison } from "./compare-with-peer.ts";
import { type Development, developmentSets, type MeasuredRelease } from "./measured-release.ts";
import type { Release } from "./release.ts";
import { reportPage } from "./report-page.ts";
import { measureFolder, type ReportSet, type Sampling } from "./report-set.ts";
import { writeDocument } from "./write-document.ts";

export interface ReportDeps extends EvalDeps {
  readonly isKnownName: IsKnownName;
  readonly release: Release;
  readonly command: string;
  readonly now: () => Date;
  /** The folder of this repository's corpora. */
  readonly corporaFolder: string;
  /** The folder of third-party data, which contains `dev/*.jsonl`. */
  readonly dataFolder: string;
  readonly document: string;
  /** The file with the figures that the release states about itself. */
  readonly accuracy: string;
  /** The peer, or the reason why there is none. */
  readonly peer: PeerAnalyzer | string;
}

/**
 * Writes the page and, if requested, the tables of the document. Writes nothing if a measurement
 * fails or is interrupted.
 */
export async function runReport(args: ReportArguments, deps: ReportDeps): Promise<void> {
  const measured = await measure(args, deps);
  const page = reportPage(measured, deps.isKnownName);
  deps.signal.throwIfAborted();
  createFolder(args.out);
  const file = path.join(args.out, `accuracy-${deps.release.version}.md`);
  await writeWhole(file, page, { mode: 0o644 });
  if (args.document) {
    await writeDocument(deps.document, developmentSets(measured), deps.isKnownName);
    const accuracy = `${JSON.stringify(accuracyReport(measured), undefined, 2)}\n`;
    await writeWhole(deps.accuracy, accuracy, { mode: 0o644 });
  }
  deps.print(file);
}

async function measure(args: ReportArguments, deps: ReportDeps): Promise<MeasuredRelease> {
  const { release, command, now, corporaFolder, engine } = deps;
  const sampling = { limit: args.limit, seed: args.seed };
  const committed = await measureFolder("committed", corporaFolder, sampling, deps);
  const development = await developmentOf(args, sampling, deps);
  const sets = [...committed, ...(development.kind === "measured" ? development.sets : [])];
  const ordinary = await ordinaryTexts(engine);
  const comparison = await comparisonOf(sets, args, deps);
  return {
    ...{ release, command, date: now(), sampling, peerLimit: args.peerLimit },
    ...{ committed, development, ordinary, comparison },
  };
}

async function ordinaryTexts(engine: PiiEngine): Promise<MeasuredRelease["ordinary"]> {
  const prompts = PROMPT_FILES.map(async (file) => ({
    file,
    judged: judgePrompts(engine, await readPrompts(file)),
  }));
  return { kinds: await findFalsePositives(engine), prompts: await Promise.all(prompts) };
}

/** @throws Error if the development sets are missing and the document needs them */
async function developmentOf(
  args: ReportArguments,
  sampling: Sampling,
  deps: ReportDeps,
): Promise<Development> {
  if (args.committed) return { kind: "not measured", reason: "left out by `--committed`" };
  const folder = path.join(deps.dataFolder, "dev");
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true) {
    const reason = "`VEIL_DATA` names no folder that contains `dev`";
    if (args.document) throw new Error(`No development sets in ${folder}: set VEIL_DATA`);
    return { kind: "not measured", reason };
  }
  const sets = await measureFolder("development", folder, sampling, deps);
  return { kind: "measured", sets };
}

/** @throws Error if the peer is required and was not measured */
async function comparisonOf(
  sets: readonly ReportSet[],
  { peer: need, peerLimit, seed }: ReportArguments,
  { peer, signal, note }: ReportDeps,
): Promise<PeerComparison> {
  if (need === "left out") return { kind: "not measured", reason: "left out by `--without-peer`" };
  const comparison: PeerComparison =
    typeof peer === "string"
      ? { kind: "not measured", reason: peer }
      : await compareWithPeer(peer, sets, { limit: peerLimit, seed }, { signal, note });
  if (comparison.kind === "not measured" && need === "required")
    throw new Error(`Presidio was not measured: ${comparison.reason}`);
  return comparison;
}
