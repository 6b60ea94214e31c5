import type { ClaimItem } from "@veil/contracts/claims";
import type { InferenceEvent } from "@veil/contracts/inference";
import { startClaimItem } from "./claim-items.ts";
import { MODEL_OUTPUT } from "./model-output.ts";

/** The item `model_output` of an answer that streams through: it keeps nothing of the text. */
export interface StreamedOutput {
  /** Each event of the stream, in its order. */
  add(event: InferenceEvent): void;
  /**
   * Commits to `modelOutputValue` of one choice with what has arrived so far; undefined before
   * `start`. After this call, no event may follow.
   */
  item(): ClaimItem | undefined;
}

/**
 * Matches a text that ends in the first half of a character, whose other half may come with the
 * next piece.
 */
const HALF = /[\ud800-\udbff]$/;

/**
 * Both ends of a stream use it, so that they commit to the same bytes for any division into pieces.
 */
export function createStreamedOutput(edge: Parameters<typeof startClaimItem>[1]): StreamedOutput {
  const started = startClaimItem(MODEL_OUTPUT, edge);
  let isStarted = false;
  let item: ClaimItem | undefined;
  let open: { readonly index: number; readonly end: string } | undefined;
  let half = "";

  function append(index: number, text: string): void {
    if (open?.index !== index) throw new TypeError("A piece of a block that is not open");
    const whole = half + text;
    half = HALF.exec(whole)?.[0] ?? "";
    started.add(inString(whole.slice(0, whole.length - half.length)));
  }

  function close(): void {
    if (open === undefined) return;
    started.add(inString(half) + open.end);
    half = "";
  }

  function begin(index: number, tool: string | undefined): void {
    close();
    started.add(
      `${open === undefined ? "" : ","}${tool === undefined ? "" : `[${JSON.stringify(tool)},`}"`,
    );
    open = { index, end: tool === undefined ? '"' : '"]' };
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
          begin(event.index, event.tool);
          break;
        case "text":
          append(event.index, event.text);
          break;
        case "arguments":
          append(event.index, event.json);
          break;
      }
    },
    item() {
      if (isStarted) item ??= end();
      return item;
    },
  };
}

function inString(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
