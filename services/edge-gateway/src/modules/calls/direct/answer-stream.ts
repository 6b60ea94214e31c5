import type { InferenceEvent, StartedThought } from "@veil/contracts/inference";
import type { PlaceholderEntry } from "@veil/pii/relink";
import { type ArgumentsRelinker, createStreamRelinker } from "@veil/relink";
import { readRelinkMap, unsealedMap } from "../scanning/relink-map.ts";
import { restoringCall } from "./answer-whole.ts";
import type { DirectCallDeps, OpenCall } from "./direct-call.ts";

export type BlockEvent =
  /**
   * `tool`: the name of the tool that the block calls. A block without `tool` and `thought` is a
   * text.
   */
  | {
      readonly kind: "block_start";
      readonly index: number;
      readonly tool?: string | undefined;
      readonly thought?: StartedThought | undefined;
    }
  | { readonly kind: "block_stop"; readonly index: number }
  | { readonly kind: "text"; readonly index: number; readonly text: string }
  /** `json`: a piece of the arguments' JSON. */
  | { readonly kind: "arguments"; readonly index: number; readonly json: string }
  | { readonly kind: "thinking"; readonly index: number; readonly thinking: string }
  | { readonly kind: "signature"; readonly index: number; readonly signature: string };

type ReceivedEvent = Extract<InferenceEvent, { index: number }>;

interface AnswerStream {
  take(event: ReceivedEvent): AsyncIterable<BlockEvent>;
  /** Ends the answer, whether it is complete or broke off, and yields what was held back. */
  end(): Iterable<BlockEvent>;
  /** Returns how many values have been restored so far. */
  restored(): number;
  /**
   * Returns how many placeholders stayed so far because of their position. Undefined if this is
   * unknown for a tool call.
   */
  left(): number | undefined;
}

/**
 * Creates a converter that yields the blocks of an answer as they arrive, with values restored if
 * the call requests it.
 */
export function createAnswerStream(deps: DirectCallDeps, open: OpenCall): AnswerStream {
  const texts = textBlocks(open);
  const calls = callBlocks(deps, open);
  let isThought = false;
  return {
    async *take(event) {
      const { index } = event;
      switch (event.type) {
        case "block_start": {
          const { tool, thought } = event;
          isThought = thought !== undefined;
          if (tool === undefined) calls.leave();
          else calls.start(index, tool);
          yield* texts.pass({ kind: "block_start", index, tool, thought });
          break;
        }
        case "thinking":
          yield* texts.pass({ kind: "thinking", index, thinking: event.thinking });
          break;
        case "signature":
          yield* texts.pass({ kind: "signature", index, signature: event.signature });
          break;
        case "text":
          yield* texts.push(event.text);
          break;
        case "arguments":
          yield* texts.pass(...argumentEvents(index, await calls.push(event.json)));
          break;
        case "block_stop":
          if (calls.isOpen() || isThought)
            yield* texts.pass(...calls.end(), { kind: "block_stop", index });
          else yield* texts.stop();
      }
    },
    *end() {
      yield* texts.pass(...calls.end());
      yield* texts.end();
    },
    restored: () => texts.restored() + calls.restored(),
    left() {
      const inCalls = calls.left();
      return inCalls === undefined ? undefined : texts.left() + inCalls;
    },
  };
}

/**
 * Restores values in text blocks. While the end of a text depends on what follows, later blocks
 * wait.
 */
function textBlocks(open: OpenCall) {
  const relinker = createStreamRelinker({ entries: open.input.relink ? entriesOf(open) : [] });
  /** The oldest text block that was not sent completely. `isEnded`: the model has ended it. */
  let current: number | undefined;
  let isEnded = false;
  let waiting: BlockEvent[] = [];

  /** Ends the current block and sends the waiting blocks up to the start of the next text block. */
  function* endCurrent(): Iterable<BlockEvent> {
    if (current === undefined) return;
    yield { kind: "block_stop", index: current };
    const next = waiting.findIndex(isTextStart);
    const passed = waiting.splice(0, next === -1 ? waiting.length : next + 1);
    yield* passed;
    current = next === -1 ? undefined : passed.at(-1)?.index;
  }

  function* sent([first = "", ...others]: readonly string[]): Iterable<BlockEvent> {
    if (current !== undefined) yield* textEvents(current, first);
    for (const text of others) {
      yield* endCurrent();
      if (current !== undefined) yield* textEvents(current, text);
    }
  }

  return {
    *pass(...events: readonly BlockEvent[]): Iterable<BlockEvent> {
      for (const event of events) {
        if (current !== undefined) waiting.push(event);
        else {
          if (isTextStart(event)) current = event.index;
          yield event;
        }
        if (isTextStart(event)) isEnded = false;
      }
    },
    push: (text: string) => sent(relinker.push(text)),
    stop(): Iterable<BlockEvent> {
      isEnded = true;
      return sent(relinker.endBlock());
    },
    *end(): Iterable<BlockEvent> {
      yield* sent(relinker.end());
      if (isEnded) yield* endCurrent();
      yield* waiting;
      waiting = [];
    },
    restored: () => relinker.counts.restored,
    left: () => relinker.counts.left,
  };
}

function isTextStart(event: BlockEvent): boolean {
  return event.kind === "block_start" && event.tool === undefined && event.thought === undefined;
}

function callBlocks(deps: DirectCallDeps, open: OpenCall) {
  const restoring = restoringCall(deps, open);
  /** The open tool call. Its values are not restored if it has no `relinker`. */
  let call:
    | { readonly index: number; readonly relinker: ArgumentsRelinker | undefined }
    | undefined;
  return {
    start(index: number, tool: string): void {
      call = { index, relinker: restoring.relinkerFor(tool) };
    },
    leave(): void {
      call = undefined;
    },
    isOpen: () => call !== undefined,
    push: async (json: string) => (await call?.relinker?.push(json)) ?? json,
    /** Yields what was held back of the open call's arguments. */
    *end(): Iterable<BlockEvent> {
      if (call !== undefined) yield* argumentEvents(call.index, call.relinker?.end() ?? "");
    },
    restored: () => restoring.restored(),
    left: () => restoring.left(),
  };
}

function* textEvents(index: number, text: string): Iterable<BlockEvent> {
  if (text !== "") yield { kind: "text", index, text };
}

function* argumentEvents(index: number, json: string): Iterable<BlockEvent> {
  if (json !== "") yield { kind: "arguments", index, json };
}

function entriesOf({ prepared }: OpenCall): readonly PlaceholderEntry[] {
  return readRelinkMap(unsealedMap(prepared.sanitisation.entries)).entries;
}
