import type { OpenedClaim } from "@veil/contracts/claims";
import type { AnswerBlock, InferenceEnd, InferenceEvent } from "@veil/contracts/inference";
import type { EarlyEnd, Ending } from "../ending/end-call.ts";
import { choiceOf } from "../scanning/scan-outbound.ts";

/** What has arrived of a streamed answer so far. Nothing else keeps its text. */
export interface StreamTranscript {
  readonly blocks: AnswerBlock[];
  /** The worker's first claim, from before it has written anything. */
  claim?: OpenedClaim;
  /** What the caller got before the answer. */
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
      blocks.push(
        event.tool === undefined
          ? { type: "text", text: "" }
          : { type: "tool_use", name: event.tool, arguments: "" },
      );
      break;
    case "text":
      if (last?.type === "text") last.text += event.text;
      break;
    case "arguments":
      if (last?.type === "tool_use") last.arguments += event.json;
      break;
  }
}

/** Returns the length in UTF-16 code units. */
export function receivedLength({ blocks }: StreamTranscript): number {
  return blocks.reduce(
    (sum, block) => sum + (block.type === "text" ? block.text : block.arguments).length,
    0,
  );
}

export function streamedEnding(
  { blocks, claim, start }: StreamTranscript,
  result: InferenceEnd,
): Ending {
  const { claim: worker = claim } = result;
  const received = result.claim && start && [{ blocks }];
  return { kind: "streamed", result, choices: [choiceOf(blocks)], worker, received, start };
}

/** The caller of a call that failed gets an error and no response. */
export function earlyEnding({ blocks, claim, start }: StreamTranscript, end: EarlyEnd): Ending {
  const isRead = end.status === "aborted" && start !== undefined && blocks.length > 0;
  const choices = isRead ? [choiceOf(blocks)] : [];
  return { kind: "ended_early", ...end, choices, worker: claim, start };
}
