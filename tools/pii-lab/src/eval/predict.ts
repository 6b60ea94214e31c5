import { setImmediate } from "node:timers/promises";
import { ENTITY_TYPES, type EntityType } from "@veil/contracts/entities";
import { type PiiEngine, sanitiseFields } from "@veil/pii";
import type { CorpusText, JudgedText, PredictedSpan } from "./corpus/corpus-text.ts";
import { type EvalPolicy, entityPolicyOf } from "./eval-policy.ts";

/** How long the JIT compiler is warmed up before the measurement. */
const WARM_UP_MS = 500;
/** The processing time after which `signal` is checked. */
const TURN_MS = 50;

interface PredictOptions {
  readonly engine: PiiEngine;
  readonly policy: EvalPolicy;
  readonly nowMs: () => number;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number) => void;
}

export interface Predicted {
  readonly policy: EvalPolicy;
  readonly texts: readonly JudgedText[];
  readonly elapsedMs: number;
}

/** Returns the values that the sanitiser replaces under the policy. Each text is one request. */
export async function predict(
  texts: readonly CorpusText[],
  { engine, policy, nowMs, signal, onProgress }: PredictOptions,
): Promise<Predicted> {
  const finders = { engine, policy };
  warmUp(texts, finders, nowMs);
  const judged: JudgedText[] = [];
  let elapsedMs = 0;
  let turnMs = 0;
  for (const text of texts) {
    const before = nowMs();
    judged.push({ ...text, predicted: findIn(text, finders) });
    const took = nowMs() - before;
    elapsedMs += took;
    turnMs += took;
    if (turnMs < TURN_MS) continue;
    turnMs = 0;
    onProgress(judged.length);
    await setImmediate();
    signal.throwIfAborted();
  }
  return { policy, texts: judged, elapsedMs };
}

type Finders = Pick<PredictOptions, "engine" | "policy">;

function warmUp(texts: readonly CorpusText[], finders: Finders, nowMs: () => number): void {
  const until = nowMs() + WARM_UP_MS;
  for (const text of texts) {
    findIn(text, finders);
    if (nowMs() >= until) return;
  }
}

function findIn(
  { text, language }: CorpusText,
  { engine, policy }: Finders,
): readonly PredictedSpan[] {
  const request = {
    fields: [{ name: "text", text }],
    policy: entityPolicyOf(policy),
    ...(language !== undefined && { language }),
  };
  // Corpora annotate every place, even if no person is linked to it.
  const { fields } = sanitiseFields(engine, request, { places: "all" });
  return fields.flatMap(({ redactions }) =>
    redactions.flatMap(({ start, end, type, confidence }): PredictedSpan[] =>
      // Text that looks like a placeholder is protected, not found.
      isFound(type) ? [{ start, end, type, score: confidence }] : [],
    ),
  );
}

function isFound(type: string): type is EntityType {
  return type !== "LITERAL" && (ENTITY_TYPES as readonly string[]).includes(type);
}
