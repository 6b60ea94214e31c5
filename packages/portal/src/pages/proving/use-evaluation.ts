import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiFailure, api, take } from "../../api/client.ts";
import { type AnnotatedText, NO_SCORE, type ProvingScore, withEvaluation } from "./annotated.ts";

const SECOND_MS = 1_000;
const ACTIVITY = "proving-ground";

export interface Progress {
  readonly done: number;
  readonly all: number;
  /** How long the limit of calls makes the run wait. */
  readonly waitsSeconds: number | undefined;
}

/**
 * Evaluates annotated texts, one call each. At the limit of calls per minute it waits and goes on,
 * so that no text is lost.
 */
export function useEvaluation() {
  const [progress, setProgress] = useState<Progress>();
  const stopping = useRef(new AbortController());
  const run = useMutation({
    mutationFn: async (texts: readonly AnnotatedText[]): Promise<ProvingScore> => {
      stopping.current = new AbortController();
      const { signal } = stopping.current;
      let score = NO_SCORE;
      for (const text of texts) {
        const step = { done: score.texts, all: texts.length };
        const onWait = (waitsSeconds?: number) => setProgress({ ...step, waitsSeconds });
        onWait();
        const evaluation = await evaluated(text, signal, onWait);
        if (evaluation === undefined) break;
        score = withEvaluation(score, text, evaluation);
      }
      return score;
    },
    onSettled: () => setProgress(undefined),
  });
  return { run, progress, stop: () => stopping.current.abort() };
}

/** Returns undefined when the reader has stopped the run. */
async function evaluated(
  text: AnnotatedText,
  signal: AbortSignal,
  onWait: (seconds?: number) => void,
) {
  while (!signal.aborted) {
    try {
      return await evaluateOnce(text, signal);
    } catch (error) {
      if (signal.aborted) return undefined;
      const seconds = waitFor(error);
      onWait(seconds);
      await new Promise((resolve) => setTimeout(resolve, seconds * SECOND_MS));
      onWait();
    }
  }
  return undefined;
}

async function evaluateOnce({ text, annotations }: AnnotatedText, signal: AbortSignal) {
  const body = {
    ...{ prompt_template: "{text}", context: { text }, mode: "proving_ground" as const },
    ...{ activity_id: ACTIVITY, ground_truth: { text: [...annotations] } },
  };
  const answer = await take(api.POST("/api/v1/proxy/messages", { body, signal }));
  if (answer.status !== "processing") return answer.ground_truth_evaluation;
  throw new ApiFailure({ error: "offline", message: "The answer took too long" });
}

/** Returns how long the limit of calls asks to wait. @throws the error if it is another one */
function waitFor(error: unknown): number {
  if (error instanceof ApiFailure && error.code === "rate_limit_exceeded")
    return error.retryAfterSeconds ?? 1;
  throw error;
}
