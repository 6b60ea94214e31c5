import type { ClaimItem } from "@veil/contracts/claims";
import type { InferenceEvent } from "@veil/contracts/inference";
import { startClaimItem } from "./claim-items.ts";
import { MODEL_OUTPUT } from "./model-output.ts";

/** Computes the item `model_output` of a streamed answer without keeping its text. */
export interface StreamedOutput {
  /** Must be called with each event of the stream, in order. */
  add(event: InferenceEvent): void;
  /**
   * Returns the commitment to `modelOutputValue` of one choice with everything that has arrived so
   * far, or undefined before `start`. No event may be added afterwards.
   */
  item(): ClaimItem | undefined;
}

/**
 * Matches a text that ends with the first half of a surrogate pair. The other half may be in the
 * next piece.
 */
const HALF = /[\ud800-\udbff]$/;

/**
 * Creates the item of a stream. Both ends of the stream use it, so that they commit to the same
 * bytes for any division into pieces.
 */
export function createStreamedOutput(edge: Parameters<typeof startClaimItem>[1]): StreamedOutput {
  const started = startClaimItem(MODEL_OUTPUT, edge);
  let isStarted = false;
  let item: ClaimItem | undefined;
  let open: { readonly index: number; readonly end: string } | undefined;
  let signature = "";
  let half = "";

  function append(index: number, text: string): void {
    if (open?.index !== index) throw new TypeError("A piece of a block that is not open");
    const whole = half + text;
    half = HALF.exec(whole)?.[0] ?? "";
    started.add(inString(whole.slice(0, whole.length - half.length)));
  }

  function close(): void {
    if (open === undefined) return;
    started.add(inString(half) + open.end.replace(SIGNATURE, () => inString(signature)));
    half = "";
    signature = "";
  }

  function begin({ index, ...block }: BlockStart): void {
    close();
    const [start, end] = framesOf(block);
    started.add((open === undefined ? "" : ",") + start);
    open = { index, end };
  }

  function end(): ClaimItem {
    close();
    started.add("]]");
    return started.end();
  }

  return {
    add(event) {
      switch (event.type) {
        case "start":
          isStarted = true;
          started.add("[[");
          break;
        case "block_start":
          begin(event);
          break;
        case "text":
          append(event.index, event.text);
          break;
        case "arguments":
          append(event.index, event.json);
          break;
        case "thinking":
          append(event.index, event.thinking);
          break;
        case "signature":
          signature += event.signature;
          break;
      }
    },
    item() {
      if (isStarted) item ??= end();
      return item;
    },
  };
}

type BlockStart = Extract<InferenceEvent, { type: "block_start" }>;

/** Stands for the signature of a thought, which arrives after its text. No JSON text contains it. */
const SIGNATURE = "\0";

/** Returns what comes before and after the text of a block. */
function framesOf({ tool, thought }: Pick<BlockStart, "tool" | "thought">): [string, string] {
  if (thought?.type === "thinking") return ['{"thinking":"', `","signature":"${SIGNATURE}"}`];
  if (thought !== undefined) return ['{"data":"', `${inString(thought.data)}"}`];
  return tool === undefined ? ['"', '"'] : [`[${JSON.stringify(tool)},"`, '"]'];
}

function inString(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
