import path from "node:path";
import type { CorpusText, JudgedText } from "../corpus/corpus-text.ts";
import { readCorpus } from "../corpus/read-corpus.ts";
import { type TypeNames, typeNames } from "../corpus/type-names.ts";
import type { EvalPolicy } from "../eval-policy.ts";
import { type Evaluation, evaluate } from "../evaluate.ts";
import { predict } from "../predict.ts";
import type { EvalDeps } from "../run-eval.ts";

/** The findings under one policy. */
export interface MeasuredPolicy {
  readonly texts: readonly JudgedText[];
  readonly evaluation: Evaluation;
}

/** A corpus, measured under both policies. */
export interface MeasuredSet extends Readonly<Record<EvalPolicy, MeasuredPolicy>> {
  readonly name: string;
  readonly names: TypeNames;
}

export async function measureSet(
  file: string,
  deps: Omit<EvalDeps, "print">,
): Promise<MeasuredSet> {
  const corpus = await readCorpus(file);
  return measureTexts(
    { name: path.basename(file, ".jsonl"), corpus, names: typeNames(corpus) },
    deps,
  );
}

interface NamedCorpus {
  readonly name: string;
  readonly corpus: readonly CorpusText[];
  readonly names: TypeNames;
}

export async function measureTexts(
  { name, corpus, names }: NamedCorpus,
  deps: Omit<EvalDeps, "print">,
): Promise<MeasuredSet> {
  const under = (policy: EvalPolicy) => measureUnder(policy, { name, corpus, names }, deps);
  return { name, names, default: await under("default"), all: await under("all") };
}

async function measureUnder(
  policy: EvalPolicy,
  { name, corpus, names }: NamedCorpus,
  deps: Omit<EvalDeps, "print">,
): Promise<MeasuredPolicy> {
  const said = `${name}, policy ${policy}`;
  const onProgress = (done: number) => deps.note(`\r${said}: ${done}/${corpus.length}`);
  const predicted = await predict(corpus, { ...deps, policy, onProgress });
  deps.note(`\r${said}: ${corpus.length}/${corpus.length}\n`);
  return { texts: predicted.texts, evaluation: evaluate(name, predicted, names) };
}
