import type { SdkResponseItem } from "@veil/contracts/public/sdk/responses";
import { itemId, outputItem, outputText, type Said } from "./response-of.ts";
import { inputOf, type NamedTool } from "./response-tools.ts";

/** An event of a stream, before it gets its number. */
export interface ResponseEvent {
  readonly type: `response.${string}` | "error";
  readonly [field: string]: unknown;
}

export interface ItemEvents {
  /** Begins an item: a message, or a call of this tool. */
  open(tool: NamedTool | undefined): readonly ResponseEvent[];
  /** Adds text to a message, which begins if no message is open. */
  text(text: string): readonly ResponseEvent[];
  /**
   * Adds a piece of the JSON to the open call. The input of a custom tool is sent when the call
   * ends, because it is a string in this JSON.
   */
  arguments(json: string): readonly ResponseEvent[];
  /** Ends the open item, if there is one. */
  close(status: SdkResponseItem["status"]): readonly ResponseEvent[];
  /** Returns the items that have ended. */
  ended(): SdkResponseItem[];
}

/** Creates the events of a streamed answer's items, one item after another. */
export function createItemEvents(id: string): ItemEvents {
  const ended: SdkResponseItem[] = [];
  let current: Said | undefined;
  /** Where the open item is, which each of its events repeats. */
  let place: object = {};

  const itemOf = (said: Said, status: SdkResponseItem["status"]) =>
    outputItem(id, ended.length, said, status);
  const placeOf = (said: Said) => ({
    ...{ item_id: itemId(id, ended.length, said), output_index: ended.length },
    ...(said.tool === undefined && { content_index: 0 }),
  });

  function open(tool: NamedTool | undefined): readonly ResponseEvent[] {
    const said = { tool, text: "" };
    current = said;
    place = placeOf(said);
    const item = itemOf(said, "in_progress");
    const begun = item.type === "message" ? { ...item, content: [] } : item;
    return [
      { type: "response.output_item.added", output_index: ended.length, item: begun },
      ...(tool === undefined
        ? [{ type: "response.content_part.added" as const, ...place, part: outputText("") }]
        : []),
    ];
  }

  return {
    open,
    text(text) {
      const opened = current === undefined ? open(undefined) : [];
      current = { tool: undefined, text: (current?.text ?? "") + text };
      return [
        ...opened,
        { type: "response.output_text.delta", ...place, delta: text, logprobs: [] },
      ];
    },
    arguments(json) {
      if (current === undefined) return [];
      current = { ...current, text: current.text + json };
      if (current.tool?.type === "custom") return [];
      return [{ type: "response.function_call_arguments.delta", ...place, delta: json }];
    },
    close(status) {
      if (current === undefined) return [];
      const item = itemOf(current, status);
      const done = [
        ...partEnd(current, place),
        { type: "response.output_item.done" as const, output_index: ended.length, item },
      ];
      ended.push(item);
      current = undefined;
      return done;
    },
    ended: () => [...ended],
  };
}

function partEnd({ tool, text }: Said, place: object): readonly ResponseEvent[] {
  switch (tool?.type) {
    case undefined:
      return [
        { type: "response.output_text.done", ...place, text, logprobs: [] },
        { type: "response.content_part.done", ...place, part: outputText(text) },
      ];
    case "function": {
      const called = { name: tool.name, arguments: text };
      return [{ type: "response.function_call_arguments.done", ...place, ...called }];
    }
    case "custom": {
      const input = inputOf(text);
      return [
        { type: "response.custom_tool_call_input.delta", ...place, delta: input },
        { type: "response.custom_tool_call_input.done", ...place, input },
      ];
    }
  }
}
