import { SdkChatCompletion } from "@veil/contracts/public/sdk/chat";
import { SdkMessage } from "@veil/contracts/public/sdk/messages";
import { SdkResponse } from "@veil/contracts/public/sdk/responses";
import { SDK_FORMATS, SDK_PATHS, type SdkFormat } from "../../support/clients/sdk-capture.ts";
import { type Fate, type PositionFates, positionTable } from "./positions-table.ts";

export const ANSWERS = {
  ...{ anthropic: SdkMessage, openai: SdkChatCompletion, responses: SdkResponse },
} as const;
/** The keys of the first column of outcomes. */
const ANY_KEY: Readonly<Record<SdkFormat, string>> = {
  ...{ anthropic: "any key", openai: "any key", responses: "a key with only `responses`" },
};

const RESTORED = "values are restored where a text shows them";
const NAMED_TOOLS = "values are restored for the tools that the key's policy names";
const KEPT = "placeholders stay";
const OWN = "made by the gateway";
const WORD = "a checked word or count of the provider";
const TOOL_NAME = "the name of a tool of the request";
const METADATA = "made by the gateway, and the caller's own `metadata`";
const REPEATED = "repeated from the request";

/** What the gateway does with each position of an answer, by the beginning of the position. */
export const ANSWER_FATES: Readonly<Record<SdkFormat, Readonly<Record<string, string>>>> = {
  anthropic: {
    "content[].text": RESTORED,
    "content[].input": NAMED_TOOLS,
    "content[].thinking": KEPT,
    "content[].signature": "only the client and the provider read it",
    "content[].data": "only the client and the provider read it",
    "content[].name": TOOL_NAME,
    "content[].id": OWN,
    "content[].type": OWN,
    stop_sequence: "as the caller wrote it, if values are restored",
    model: WORD,
    stop_reason: WORD,
    usage: WORD,
    metadata: OWN,
    id: OWN,
    type: OWN,
    role: OWN,
  },
  openai: {
    "choices[].message.content": RESTORED,
    "choices[].message.tool_calls[].function.arguments": NAMED_TOOLS,
    "choices[].message.tool_calls[].function.name": TOOL_NAME,
    "choices[].message": OWN,
    "choices[].finish_reason": WORD,
    choices: OWN,
    model: WORD,
    usage: WORD,
    metadata: METADATA,
    id: OWN,
    object: OWN,
    created: OWN,
  },
  responses: {
    "output[].content[].text": RESTORED,
    "output[].arguments": NAMED_TOOLS,
    "output[].input": NAMED_TOOLS,
    "output[].name": TOOL_NAME,
    "output[].namespace": TOOL_NAME,
    "output[].call_id": OWN,
    "output[].content[].annotations": OWN,
    "output[].content[].logprobs": OWN,
    "output[].content[].type": OWN,
    "output[].id": OWN,
    "output[].role": OWN,
    "output[].status": OWN,
    "output[].type": OWN,
    model: WORD,
    usage: WORD,
    metadata: METADATA,
    ...{ text: REPEATED, tools: REPEATED, tool_choice: REPEATED, parallel_tool_calls: REPEATED },
    ...{ temperature: REPEATED, top_p: REPEATED },
    ...{ status: OWN, error: OWN, incomplete_details: OWN, instructions: OWN },
    ...{ id: OWN, object: OWN, created_at: OWN },
  },
};

/** Returns the tables of docs/sdk.md about the positions of requests and answers. */
export function positionsDocument(): string {
  return SDK_FORMATS.map((format) =>
    [
      `### POST ${SDK_PATHS[format]}`,
      "",
      `| personal data in a request at | for ${ANY_KEY[format]} | for a key with the permission |`,
      "|---|---|---|",
      ...requestRows(positionTable(format)),
      "",
      "| in an answer | what it contains |",
      "|---|---|",
      ...rowsOf(Object.entries(ANSWER_FATES[format])),
    ].join("\n"),
  ).join("\n\n");
}

function requestRows(table: readonly PositionFates[]): readonly string[] {
  const fates = table.map(({ position, byDefault, permitted }) => {
    const allowed = permitted === undefined ? "the same" : wordsOf(permitted);
    return [position, `${wordsOf(byDefault)} | ${allowed}`] as const;
  });
  return rowsOf(fates);
}

/** Returns a row for each text, with all positions that have it. */
function rowsOf(fates: readonly (readonly [position: string, text: string])[]): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const [position, text] of fates)
    groups.set(text, [...(groups.get(text) ?? []), `\`${position}\``]);
  return [...groups].map(([text, positions]) => `| ${positions.join(", ")} | ${text} |`);
}

function wordsOf(fate: Fate): string {
  switch (fate) {
    case "sanitised":
      return "placeholders are sent";
    case "withheld":
      return "it is not sent";
    default:
      return `400 \`${fate}\``;
  }
}
