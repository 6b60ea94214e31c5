import { SdkChatCompletion } from "@veil/contracts/public/sdk/chat";
import { SdkMessage } from "@veil/contracts/public/sdk/messages";
import { DIALECTS, type Dialect } from "../../support/own-providers.ts";
import { type Fate, type PositionFates, positionTable } from "./positions-table.ts";

export const ANSWERS = { anthropic: SdkMessage, openai: SdkChatCompletion } as const;
const ENDPOINTS = { anthropic: "POST /v1/messages", openai: "POST /v1/chat/completions" } as const;

const RESTORED = "values are restored where a text shows them";
const NAMED_TOOLS = "values are restored for the tools that the key's policy names";
const KEPT = "placeholders stay";
const OWN = "made by the gateway";
const WORD = "a checked word or count of the provider";

/** What the gateway does with each position of an answer, by the beginning of the position. */
export const ANSWER_FATES: Readonly<Record<Dialect, Readonly<Record<string, string>>>> = {
  anthropic: {
    "content[].text": RESTORED,
    "content[].input": NAMED_TOOLS,
    "content[].thinking": KEPT,
    "content[].signature": "only the client and the provider read it",
    "content[].data": "only the client and the provider read it",
    "content[].name": "the name of a tool of the request",
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
    "choices[].message.tool_calls[].function.name": "the name of a tool of the request",
    "choices[].message": OWN,
    "choices[].finish_reason": WORD,
    choices: OWN,
    model: WORD,
    usage: WORD,
    metadata: "made by the gateway, and the caller's own `metadata`",
    id: OWN,
    object: OWN,
    created: OWN,
  },
};

/** Returns the tables of docs/sdk.md about the positions of requests and answers. */
export function positionsDocument(): string {
  return DIALECTS.map((dialect) =>
    [
      `### ${ENDPOINTS[dialect]}`,
      "",
      "| personal data in a request at | for any key | for a key with the permission |",
      "|---|---|---|",
      ...requestRows(positionTable(dialect)),
      "",
      "| in an answer | what it contains |",
      "|---|---|",
      ...rowsOf(Object.entries(ANSWER_FATES[dialect])),
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
