import { typesOf } from "../cases/entity-types.ts";
import type { JudgedText, PredictedSpan } from "../eval/corpus/corpus-text.ts";
import type { EvalPolicy } from "../eval/eval-policy.ts";
import { evaluate } from "../eval/evaluate.ts";
import type { MeasuredSet } from "../eval/report/measured-set.ts";
import type { PeerAnalyzer, PeerFinding } from "../peer/presidio-analyzer.ts";
import { createRandom, sample } from "../random.ts";
import type { ReportSet, Sampling } from "./report-set.ts";

/** Our results and the peer's on the same texts, measured by the same code. */
export interface ComparedSet {
  readonly name: string;
  readonly texts: number;
  readonly ours: MeasuredSet;
  readonly peer: MeasuredSet;
}

export type PeerComparison =
  | { readonly kind: "measured"; readonly peer: string; readonly sets: readonly ComparedSet[] }
  | { readonly kind: "not measured"; readonly reason: string };

interface PeerDeps {
  readonly signal: AbortSignal;
  readonly note: (text: string) => void;
}

/** Compares on English texts only, because the peer has no model for other languages. */
export async function compareWithPeer(
  peer: PeerAnalyzer,
  sets: readonly ReportSet[],
  sampling: Sampling,
  deps: PeerDeps,
): Promise<PeerComparison> {
  const compared: ComparedSet[] = [];
  try {
    for (const set of sets) {
      const one = await compareOn(set, { peer, sampling, ...deps });
      if (one !== undefined) compared.push(one);
    }
  } catch (error) {
    deps.signal.throwIfAborted();
    return { kind: "not measured", reason: (error as Error).message };
  }
  return { kind: "measured", peer: peer.name, sets: compared };
}

async function compareOn(
  set: ReportSet,
  { peer, sampling, signal, note }: PeerDeps & { peer: PeerAnalyzer; sampling: Sampling },
): Promise<ComparedSet | undefined> {
  const drawn = drawEnglish(set, sampling);
  if (drawn.length === 0) return undefined;
  const found: (readonly PredictedSpan[])[] = [];
  for (const at of drawn) {
    const findings = await peer.find(set.all.texts[at]?.text ?? "", signal);
    found.push(findings.map(predictedSpan));
    note(`\r${set.name}, peer: ${found.length}/${drawn.length}`);
  }
  note("\n");
  const ofPeer = (policy: EvalPolicy) =>
    textsAt(set, policy, drawn).map((text, index) => ({ ...text, predicted: found[index] ?? [] }));
  return {
    name: set.name,
    texts: drawn.length,
    ours: measured(set, (policy) => textsAt(set, policy, drawn)),
    peer: measured(set, ofPeer),
  };
}

function drawEnglish({ all }: ReportSet, { limit, seed }: Sampling): readonly number[] {
  const english = all.texts.flatMap(({ language }, at) => (language === "en" ? [at] : []));
  return limit === undefined ? english : sample(english, limit, createRandom(seed));
}

function textsAt(
  set: MeasuredSet,
  policy: EvalPolicy,
  drawn: readonly number[],
): readonly JudgedText[] {
  const chosen = drawn.map((at) => set[policy].texts[at]);
  return chosen.filter((text) => text !== undefined);
}

function measured(
  { name, names }: MeasuredSet,
  textsUnder: (policy: EvalPolicy) => readonly JudgedText[],
): MeasuredSet {
  const under = (policy: EvalPolicy) => {
    const texts = textsUnder(policy);
    return { texts, evaluation: evaluate(name, { policy, texts, elapsedMs: 0 }, names) };
  };
  return { name, names, default: under("default"), all: under("all") };
}

/**
 * Converts a finding of the peer. Types that we do not have, such as nationalities, become
 * ID_NUMBER, which makes no difference: redaction scores distinguish only organizations and dates.
 */
function predictedSpan({ start, end, type }: PeerFinding): PredictedSpan {
  return { start, end, type: typesOf(type)[0] ?? "ID_NUMBER", score: 1 };
}
