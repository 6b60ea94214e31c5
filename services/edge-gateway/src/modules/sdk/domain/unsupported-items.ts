import { ApiError } from "@veil/contracts/errors";
import type { Allowed } from "./sdk-call.ts";
import {
  type FormatAllowed,
  isGiven,
  listOf,
  noTools,
  recordOf,
  refuseFields,
  refuseParts,
} from "./unsupported.ts";

/** Fields that refer to responses that the provider stores. */
const STORED = ["previous_response_id", "conversation", "prompt", "store", "background"] as const;
const TOOL_ITEMS: ReadonlySet<unknown> = new Set([
  ...["function_call", "function_call_output", "custom_tool_call", "custom_tool_call_output"],
]);
/** Matches the types of items that belong to tools of the provider. */
const OF_PROVIDER = /_call$|_call_output$|^mcp_|^tool_search|^additional_tools$|^program/;

/**
 * Refuses what `POST /v1/responses` does not support, with a specific error code or hint. Other
 * unknown fields are refused by the schema. Accepts any JSON value, and repeats no part of it in
 * errors.
 * @throws ApiError `tools_not_supported`, `content_type_not_supported`, `invalid_field`
 */
export function refuseUnsupportedItems(body: unknown, given: Allowed): void {
  const allowed: FormatAllowed = { ...given, format: "responses", thinking: false };
  const { input, ...rest } = recordOf(body);
  for (const field of STORED)
    if (isGiven(rest[field]) && rest[field] !== false) throw notStored(`Field "${field}"`);
  refuseFields(rest, allowed);
  for (const [index, value] of listOf(input).entries())
    refuseItem(recordOf(value), `input[${index}]`, allowed);
}

function refuseItem(item: Record<string, unknown>, place: string, allowed: FormatAllowed): void {
  const { type = "message" } = item;
  if (type === "reasoning") return;
  const isOfTool = TOOL_ITEMS.has(type);
  if (type === "item_reference") throw notStored(`Field "${place}"`);
  if (isOfTool ? !allowed.tools : typeof type === "string" && OF_PROVIDER.test(type))
    throw noTools(`Field "${place}"`, allowed);
  refuseParts(item["content"], `${place}.content`, allowed);
  refuseParts(item["output"], `${place}.output`, allowed);
}

function notStored(where: string): ApiError {
  return new ApiError("invalid_field", `${where} needs responses that are stored`, {
    hint: "Nothing is stored here: set store to false, and send the whole conversation as input",
  });
}
