import { createHash } from "node:crypto";
import { answerText } from "./answer-text.ts";
import {
  countTokens,
  type ParsedRequest,
  type SimulatedAnswer,
  type SimulatedCall,
  type SimulatedChoice,
} from "./dialect.ts";
import { schemaAnswer } from "./schema-answer.ts";
import { simulatedCalls } from "./simulated-calls.ts";
import type { SimulatorMode } from "./simulator-mode.ts";

/** What a model says to a request, as a test decides. */
export type Script = (
  request: ParsedRequest,
) => { readonly text: string; readonly calls: readonly SimulatedCall[] } | undefined;

const THOUGHT = "First I look at what the user asks, and who is meant.";

/**
 * Returns the same answer for the same request. Additional choices have a different number at their
 * end.
 */
export function completeAnswer(
  request: ParsedRequest,
  mode: SimulatorMode,
  script: Script = () => undefined,
): SimulatedAnswer {
  const { model, prompt, stops } = request;
  const said = script(request);
  const text = said?.text ?? textFor(request, mode);
  const texts = Array.from({ length: request.choices }, (_, at) =>
    at === 0 ? text : `${text} (${at + 1})`,
  );
  const id = createHash("sha256").update(`${model}\n${prompt}\n${text}`).digest("hex").slice(0, 24);
  return {
    id,
    model,
    choices: texts.map((whole) => stoppedAt(stops, whole)),
    calls: said?.calls ?? simulatedCalls(request, mode),
    refusal: mode.refusal === true,
    thought: mode.thinking ? THOUGHT : undefined,
    inputTokens: countTokens(prompt),
    outputTokens: countTokens(texts.join("")),
  };
}

function textFor({ schema, prompt }: ParsedRequest, mode: SimulatorMode): string {
  return schema ? schemaAnswer(schema, prompt, mode) : answerText(prompt, mode);
}

function stoppedAt(stops: readonly string[], text: string): SimulatedChoice {
  const found = stops
    .map((stopSequence) => ({ stopSequence, at: text.indexOf(stopSequence) }))
    .filter(({ at }) => at !== -1)
    .sort((a, b) => a.at - b.at)[0];
  if (found === undefined) return { text, stopSequence: null };
  return { text: text.slice(0, found.at), stopSequence: found.stopSequence };
}
