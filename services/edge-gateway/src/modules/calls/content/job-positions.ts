import type { WorkerClaimRequest } from "@veil/contracts/claims";
import { type CallContent, fieldsOf, type MessagesContent, textsOf } from "./content.ts";
import type { CallField } from "./sanitised-content.ts";

export type JobPositions = Pick<WorkerClaimRequest, "positions" | "altered" | "fields">;

interface PlacedField extends CallField {
  readonly position: number;
  /**
   * True if the sanitised text is sent unchanged. Otherwise it is unused or becomes part of another
   * text.
   */
  readonly isText: boolean;
}

/** Returns the positions of the fields whose sanitised text the worker does not get unchanged. */
export function asidePositions(content: CallContent): number[] {
  return placedFields(content).flatMap((field) => (isAside(field) ? [field.position] : []));
}

/**
 * Returns for each text of the job the position of its field, in the order of the job.
 * @param isAnyIssued - whether a placeholder was issued, so that the preamble precedes the messages
 */
export function jobPositions(content: CallContent, isAnyIssued: boolean): JobPositions {
  const fields = placedFields(content);
  const texts = fields.filter(({ isText }) => isText);
  const altered = texts.filter(isAside).map(({ position }) => position);
  const positions = texts.map(({ position }) => position);
  return {
    positions: hasPreamble(content) && isAnyIssued ? [null, ...positions] : positions,
    fields: fields.length,
    ...(altered.length > 0 && { altered }),
  };
}

function isAside({ isText, keepsPlaceholders }: PlacedField): boolean {
  return !isText || keepsPlaceholders === true;
}

function placedFields(content: CallContent): PlacedField[] {
  const isText = content.kind === "template" ? usedBy(content) : textParts(content);
  return fieldsOf(content).map((field, position) => ({
    ...field,
    position,
    isText: isText[position] ?? true,
  }));
}

function usedBy({ values, used }: Extract<CallContent, { kind: "template" }>): boolean[] {
  return values.map(({ name }) => used.has(name));
}

/**
 * Returns, for each text of the messages, whether it is plain text, not a part of a tool call or
 * result. The texts of stop sequences follow those of the messages and are always plain text.
 */
function textParts({ messages }: MessagesContent): boolean[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => textsOf(part).map(() => typeof part === "string")),
  );
}

function hasPreamble(content: CallContent): boolean {
  return content.kind === "messages" && content.preamble !== undefined;
}
