import { setImmediate as nextTurn } from "node:timers/promises";
import type { OpenedClaim } from "@veil/contracts/claims";
import type { AnswerBlock, InferenceEnd, InferenceEvent } from "@veil/contracts/inference";
import pLimit from "p-limit";
import { choiceOf } from "../scanning/scan-outbound.ts";
import type { EarlyEnd, Ending } from "../trace/end-call.ts";
import { endedTrace } from "../trace/trace.ts";

const LONG_FROM = 256 * 1024;
const AT_ONCE = 2;

/**
 * Runs the work at the end of a stream, which makes copies of its text. `length`: length of the
 * text in UTF-16 code units.
 */
export type StreamEndings = <T>(length: number, work: () => Promise<T>) => Promise<T>;

/**
 * Limits the work on long texts to two streams at once, so that few copies exist at a time. Each
 * waits one turn of the event loop first, so that when many connections close together, the
 * connections to the worker close before the work starts.
 */
export function createStreamEndings(): StreamEndings {
  const turn = pLimit(AT_ONCE);
  return async (length, work) => {
    if (length < LONG_FROM) return await work();
    return await turn(async () => {
      await nextTurn();
      return await work();
    });
  };
}

/** The part of a streamed answer that has arrived so far. No other object keeps this text. */
export interface StreamTranscript {
  readonly blocks: AnswerBlock[];
  /** The worker's first claim, which it sends before it writes any text. */
  claim?: OpenedClaim;
  /** What the caller received beside the answer: at first what was known at its start. */
  start?: Ending["start"];
}

export function addReceived(transcript: StreamTranscript, event: InferenceEvent): void {
  const { blocks } = transcript;
  const last = blocks.at(-1);
  switch (event.type) {
    case "claim":
      transcript.claim = event.claim;
      break;
    case "block_start":
      blocks.push(startedBlock(event));
      break;
    case "text":
      if (last?.type === "text") last.text += event.text;
      break;
    case "arguments":
      if (last?.type === "tool_use") last.arguments += event.json;
      break;
    case "thinking":
      if (last?.type === "thinking") last.thinking += event.thinking;
      break;
    case "signature":
      if (last?.type === "thinking") last.signature += event.signature;
      break;
  }
}

/**
 * Adds how many placeholders were not restored to the trace, which the caller gets again at the end
 * of a complete answer.
 */
export function addLeft(
  transcript: StreamTranscript,
  { outcome }: InferenceEnd,
  left: number | undefined,
): void {
  const { start } = transcript;
  if (start === undefined || outcome !== "completed") return;
  transcript.start = { ...start, trace: endedTrace(start.trace, left) };
}

function startedBlock({
  tool,
  thought,
}: Extract<InferenceEvent, { type: "block_start" }>): AnswerBlock {
  if (thought?.type === "thinking") return { ...thought, thinking: "", signature: "" };
  if (thought !== undefined) return thought;
  if (tool !== undefined) return { type: "tool_use", name: tool, arguments: "" };
  return { type: "text", text: "" };
}

/** Returns the length in UTF-16 code units. */
export function receivedLength({ blocks }: StreamTranscript): number {
  return blocks.reduce((sum, block) => sum + receivedText(block).length, 0);
}

function receivedText(block: AnswerBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "tool_use":
      return block.arguments;
    case "thinking":
      return block.thinking;
    case "redacted_thinking":
      return block.data;
  }
}

export function streamedEnding(
  { blocks, claim, start }: StreamTranscript,
  result: InferenceEnd,
): Ending {
  const { claim: worker = claim } = result;
  const received = result.claim && start && [{ blocks }];
  return { kind: "streamed", result, choices: [choiceOf(blocks)], worker, received, start };
}

/**
 * Returns the ending of a stream without a result. If the call failed, the caller gets an error, so
 * the certificate has no response.
 */
export function earlyEnding({ blocks, claim, start }: StreamTranscript, end: EarlyEnd): Ending {
  const isRead = end.status === "aborted" && start !== undefined && blocks.length > 0;
  const choices = isRead ? [choiceOf(blocks)] : [];
  return { kind: "ended_early", ...end, choices, worker: claim, start };
}
