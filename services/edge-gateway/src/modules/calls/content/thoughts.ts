import { ApiError } from "@veil/contracts/errors";
import type { Message } from "@veil/contracts/inference";
import type { ThoughtBlock } from "@veil/contracts/thinking";
import type { SanitisedMessages, SanitisedText, SanitisedThought } from "./sanitised-content.ts";

/** A thought of the model in an earlier turn, with the text to scan, if it has any. */
export interface ThoughtPart {
  readonly kind: "thought";
  readonly block: ThoughtBlock;
  readonly texts: readonly string[];
}

export function thoughtPart(block: ThoughtBlock): ThoughtPart {
  const text = block.type === "thinking" ? block.thinking : "";
  return { kind: "thought", block, texts: text === "" ? [] : [text] };
}

/**
 * Returns a thought to send, or undefined if the sanitiser found something in it. A thought cannot
 * be sanitised, because its signature is for the text as the model wrote it. Only this function
 * treats the text of a thought as a `SanitisedText`.
 */
export function cleanThought(
  { block, texts }: ThoughtPart,
  textAt: (at: number) => SanitisedText,
): SanitisedThought | undefined {
  return texts.every((text, at) => textAt(at) === text) ? (block as SanitisedThought) : undefined;
}

type Thinking = SanitisedMessages["options"]["thinking"];

/**
 * Checks that no dropped thought belongs to the tool calls whose results the request has: with a
 * fixed budget for thoughts, the provider refuses such a turn without them. Source: Anthropic,
 * "Extended thinking", section "Preserving thinking blocks".
 * @param turn - `isAsked`: whether it is the last turn of the assistant and calls tools; `dropped`:
 * how many of its thoughts are left out
 * @throws ApiError `invalid_field`
 */
export function requireThoughts(
  thinking: Thinking,
  turn: { readonly isAsked: boolean; readonly dropped: number },
): void {
  if (turn.dropped === 0 || !turn.isAsked || thinking?.type !== "enabled") return;
  throw new ApiError(
    "invalid_field",
    'Field "messages" has a thought with personal data before open tool calls',
    { hint: 'Use "thinking": {"type": "adaptive"}, with which such a thought is left out' },
  );
}

interface Turn {
  readonly role: Message["role"];
}

/**
 * Checks that a turn is left beside the system prompt.
 * @throws ApiError `invalid_field`
 */
export function requireConversation(given: readonly Turn[], sent: readonly Turn[]): void {
  const isTurn = ({ role }: Turn) => role !== "system";
  if (sent.some(isTurn) || !given.some(isTurn)) return;
  throw new ApiError("invalid_field", 'Field "messages" has only thoughts with personal data');
}
