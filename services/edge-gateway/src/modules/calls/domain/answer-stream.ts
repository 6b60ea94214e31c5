import type { InferenceEvent } from "@veil/contracts/inference";
import { type ArgumentsRelinker, createStreamRelinker, type StreamRelinker } from "@veil/relink";
import type { DirectCallDeps, OpenCall } from "./direct-call.ts";
import { restoringCall } from "./relink-arguments.ts";
import { readRelinkMap, unsealedMap } from "./relink-map.ts";

export type BlockEvent =
  /** `tool`: the name of the tool that the block calls. */
  | { readonly kind: "block_start"; readonly index: number; readonly tool: string | undefined }
  | { readonly kind: "block_stop"; readonly index: number }
  | { readonly kind: "text"; readonly index: number; readonly text: string }
  /** A piece of JSON. */
  | { readonly kind: "arguments"; readonly index: number; readonly json: string };

type ReceivedEvent = Extract<InferenceEvent, { index: number }>;

export interface AnswerStream {
  take(event: ReceivedEvent): AsyncIterable<BlockEvent>;
  /** The answer is complete. */
  end(): Iterable<BlockEvent>;
}

/** The blocks of an answer while it is received, with values restored where the call asks for it. */
export function createAnswerStream(deps: DirectCallDeps, open: OpenCall): AnswerStream {
  const texts = textBlocks(open);
  const calls = callBlocks(deps, open);
  return {
    async *take(event) {
      switch (event.type) {
        case "block_start":
          yield* texts.close();
          if (event.tool === undefined) calls.leave();
          else calls.start(event.tool);
          yield { kind: "block_start", index: event.index, tool: event.tool };
          break;
        case "text":
          yield* texts.push(event.index, event.text);
          break;
        case "arguments":
          yield* argumentEvents(event.index, await calls.push(event.json));
          break;
        case "block_stop":
          if (!calls.isOpen()) return texts.stop(event.index);
          yield* argumentEvents(event.index, calls.end());
          yield { kind: "block_stop", index: event.index };
      }
    },
    end: () => texts.end(),
  };
}

function textBlocks(open: OpenCall) {
  const relinker = open.order.relink ? relinkerOf(open) : AS_IT_IS;
  /** A block that has ended: whether it is the last one decides about the run that it ends in. */
  let ended: number | undefined;

  function* closed(rest: () => string): Iterable<BlockEvent> {
    if (ended === undefined) return;
    yield* textEvents(ended, rest());
    yield { kind: "block_stop", index: ended };
    ended = undefined;
  }

  return {
    push: (index: number, text: string) => textEvents(index, relinker.push(text)),
    stop(index: number): void {
      ended = index;
    },
    close: () => closed(() => relinker.endBlock()),
    end: () => closed(() => relinker.end()),
  };
}

function callBlocks(deps: DirectCallDeps, open: OpenCall) {
  const restoring = restoringCall(deps, open);
  /** Of the open block; in it, values are restored by `relinker`, if at all. */
  let call: { readonly relinker: ArgumentsRelinker | undefined } | undefined;
  return {
    start(tool: string): void {
      call = { relinker: restoring.relinkerFor(tool) };
    },
    leave(): void {
      call = undefined;
    },
    isOpen: () => call !== undefined,
    push: async (json: string) => (await call?.relinker?.push(json)) ?? json,
    end: () => call?.relinker?.end() ?? "",
  };
}

function* textEvents(index: number, text: string): Iterable<BlockEvent> {
  if (text !== "") yield { kind: "text", index, text };
}

function* argumentEvents(index: number, json: string): Iterable<BlockEvent> {
  if (json !== "") yield { kind: "arguments", index, json };
}

function relinkerOf({ prepared }: OpenCall): Relinker {
  const { entries } = readRelinkMap(unsealedMap(prepared.sanitisation.entries));
  return createStreamRelinker({ entries });
}

type Relinker = Pick<StreamRelinker, "push" | "endBlock" | "end">;

const AS_IT_IS: Relinker = { push: (text) => text, endBlock: () => "", end: () => "" };
