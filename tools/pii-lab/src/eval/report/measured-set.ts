import path from "node:path";
import type { PiiEngine } from "@veil/pii";
import type { CorpusText, JudgedText } from "../corpus/corpus-text.ts";
import type { TypeNames } from "../corpus/type-names.ts";
import type { EvalPolicy } from "../eval-policy.ts";
import { type Evaluation, evaluate } from "../evaluate.ts";
import { predict } from "../predict.ts";

/** The judged texts and the scores under one policy. */
export interface MeasuredPolicy {
  readonly texts: readonly JudgedText[];
  readonly evaluation: Evaluation;
}

/** A corpus, measured under both policies. */
export interface MeasuredSet extends Readonly<Record<EvalPolicy, MeasuredPolicy>> {
  readonly name: string;
  readonly names: TypeNames;
}

interface Corpus {
  readonly name: string;
  readonly corpus: readonly CorpusText[];
  readonly names: TypeNames;
}

export interface MeasureDeps {
  readonly engine: PiiEngine;
  readonly nowMs: () => number;
  readonly signal: AbortSignal;
  /** Reports progress. */
  readonly note: (text: string) => void;
}

export async function measureSet(corpus: Corpus, deps: MeasureDeps): Promise<MeasuredSet> {
  const under = (policy: EvalPolicy) => measureUnder(policy, corpus, deps);
  const { name, names } = corpus;
  return { name, names, default: await under("default"), all: await under("all") };
}

export async function measureUnder(
  policy: EvalPolicy,
  { name, corpus, names }: Corpus,
  deps: MeasureDeps,
): Promise<MeasuredPolicy> {
  const onProgress = (done: number, end = "") =>
    deps.note(`\r${path.basename(name)}, policy ${policy}: ${done}/${corpus.length}${end}`);
  const predicted = await predict(corpus, { ...deps, policy, onProgress });
  onProgress(corpus.length, "\n");
  return { texts: predicted.texts, evaluation: evaluate(name, predicted, names) };
}
