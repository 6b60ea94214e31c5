import type { WorkerClaimRequest } from "@veil/contracts/claims";
import type { CallField } from "../content/call-field.ts";
import { type CallContent, fieldsOf, type MessagesContent, textsOf } from "../content/content.ts";

export type JobPositions = Pick<WorkerClaimRequest, "positions" | "altered" | "fields">;

interface PlacedField extends CallField {
  readonly position: number;
  /** True if the text goes to the provider as it is; else it is unused or put into other text. */
  readonly isText: boolean;
}

/** Returns the positions of fields whose sanitised text the worker does not get as it is. */
export function asidePositions(content: CallContent): number[] {
  return placedFields(content).flatMap((field) => (isAside(field) ? [field.position] : []));
}

/**
 * Returns which field each text of the job is, in the job's order.
 * @param isAnyIssued - the preamble goes before the messages
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

/** The parts of the messages. Stop sequences follow them, and are texts. */
function textParts({ messages }: MessagesContent): boolean[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => textsOf(part).map(() => typeof part === "string")),
  );
}

function hasPreamble(content: CallContent): boolean {
  return content.kind === "messages" && content.preamble !== undefined;
}
