import type { SdkResponseItem } from "@veil/contracts/public/sdk/responses";
import { itemId, outputItem, outputText, type Said } from "./response-of.ts";
import { inputOf, type NamedTool } from "./response-tools.ts";

/** An event of a stream, before it gets its number. */
export interface ResponseEvent {
  readonly type: `response.${string}` | "error";
  /** The JSON of all members but type and number, without the first brace. */
  readonly fields: string;
}

export function responseEvent(type: ResponseEvent["type"], fields: object): ResponseEvent {
  return { type, fields: JSON.stringify(fields).slice(1) };
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
  /** Ends the content of the open item. Nothing more is added to it. */
  endContent(): readonly ResponseEvent[];
  /** Ends the open item, if there is one. */
  close(status: SdkResponseItem["status"]): readonly ResponseEvent[];
  /** Returns the items that have ended. */
  ended(): SdkResponseItem[];
}

/** Creates the events of a streamed answer's items, one item after another. */
export function createItemEvents(id: string): ItemEvents {
  const ended: SdkResponseItem[] = [];
  let current: Said | undefined;
  /** Where the open item is, which each of its events repeats: JSON without braces. */
  let place = "";
  let hasContentEnded = false;

  const itemOf = (said: Said, status: SdkResponseItem["status"]) =>
    outputItem(id, ended.length, said, status);
  const placeOf = (said: Said) =>
    JSON.stringify({
      ...{ item_id: itemId(id, ended.length, said), output_index: ended.length },
      ...(said.tool === undefined && { content_index: 0 }),
    }).slice(1, -1);
  const placed = (type: ResponseEvent["type"], fields: object): ResponseEvent => {
    return { type, fields: `${place},${JSON.stringify(fields).slice(1)}` };
  };

  function open(tool: NamedTool | undefined): readonly ResponseEvent[] {
    const said = { tool, text: "" };
    current = said;
    place = placeOf(said);
    hasContentEnded = false;
    const item = itemOf(said, "in_progress");
    const begun = item.type === "message" ? { ...item, content: [] } : item;
    const where = { output_index: ended.length, item: begun };
    const added = responseEvent("response.output_item.added", where);
    return tool === undefined
      ? [added, placed("response.content_part.added", { part: outputText("") })]
      : [added];
  }

  function endContent(): readonly ResponseEvent[] {
    if (current === undefined || hasContentEnded) return [];
    hasContentEnded = true;
    return contentEnd(current).map(([type, fields]) => placed(type, fields));
  }

  return {
    ...{ open, endContent },
    text(text) {
      const opened = current === undefined ? open(undefined) : [];
      current = { tool: undefined, text: (current?.text ?? "") + text };
      return [...opened, placed("response.output_text.delta", { delta: text, logprobs: [] })];
    },
    arguments(json) {
      if (current === undefined) return [];
      current = { ...current, text: current.text + json };
      if (current.tool?.type === "custom") return [];
      return [placed("response.function_call_arguments.delta", { delta: json })];
    },
    close(status) {
      if (current === undefined) return [];
      const item = itemOf(current, status);
      const done = { output_index: ended.length, item };
      const events = [...endContent(), responseEvent("response.output_item.done", done)];
      ended.push(item);
      current = undefined;
      return events;
    },
    ended: () => [...ended],
  };
}

function contentEnd({ tool, text }: Said): readonly [ResponseEvent["type"], object][] {
  switch (tool?.type) {
    case undefined:
      return [
        ["response.output_text.done", { text, logprobs: [] }],
        ["response.content_part.done", { part: outputText(text) }],
      ];
    case "function": {
      const called = { name: tool.name, arguments: text };
      return [["response.function_call_arguments.done", called]];
    }
    case "custom": {
      const input = inputOf(text);
      return [
        ["response.custom_tool_call_input.delta", { delta: input }],
        ["response.custom_tool_call_input.done", { input }],
      ];
    }
  }
}
