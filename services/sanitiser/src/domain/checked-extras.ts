import { ENTITY_TYPES, type Finding } from "@veil/pii";

const TYPES: ReadonlySet<string> = new Set(ENTITY_TYPES);
const RECOGNIZER = /^[a-z0-9-]+$/;

/**
 * Parses the findings of other engines, which must match the texts.
 * @throws Error when a finding is invalid or outside its text
 */
export function checkedExtras(
  extras: readonly (readonly Finding[])[],
  fields: readonly { readonly text: string }[],
): readonly (readonly Finding[])[] {
  if (extras.length > 0 && extras.length !== fields.length)
    throw new Error("The findings of another engine do not match this request's fields");
  for (const [index, { text }] of fields.entries())
    if (!(extras[index] ?? []).every((finding) => fits(finding, text.length)))
      throw new Error("A finding of another engine does not fit its text");
  return extras;
}

function fits({ start, end, type, confidence, recognizer }: Finding, length: number): boolean {
  return (
    Number.isInteger(start) &&
    Number.isInteger(end) &&
    start >= 0 &&
    start < end &&
    end <= length &&
    confidence >= 0 &&
    confidence <= 1 &&
    TYPES.has(type) &&
    RECOGNIZER.test(recognizer)
  );
}
