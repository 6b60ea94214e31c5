import type { SanitisedField, SanitiseResponse } from "@veil/contracts/sanitiser";
import { placeholderEntries } from "@veil/pii/relink";
import type { SanitisedText } from "../domain/pipeline/minted.ts";
import type { NamedText, Sanitisation } from "../ports/pipeline.ts";

/**
 * Checks the sanitiser's answer against the originals and mints `SanitisedText`: the only place that does.
 *
 * @throws Error when a field is missing or another one, when the text is not exactly the original with the
 * named spans replaced, or when one placeholder stands for two values that are not names of one person. What
 * the texts still hold is looked at in the rendered prompt.
 */
export function verifiedSanitisation(
  originals: readonly NamedText[],
  { fields, layers_active }: SanitiseResponse,
): Omit<Sanitisation, "listCount"> {
  if (fields.length !== originals.length) throw new Error("Sanitised fields: wrong number");
  const counts: Record<string, number> = {};
  const minted = originals.map((original, index) => {
    const field = fields[index];
    if (field?.name !== original.name) throw new Error("Sanitised fields: wrong name");
    requireExactReplacement(original.text, field);
    for (const { type } of field.redactions)
      if (type !== "LITERAL") counts[type] = (counts[type] ?? 0) + 1;
    return { name: field.name, text: field.text as SanitisedText };
  });
  return {
    fields: minted,
    entries: placeholderEntries(originals, fields),
    redactions: new Map(fields.map(({ name, redactions }) => [name, redactions])),
    counts,
    layers: layers_active,
  };
}

/** Rebuilds the sanitised text from the original: it must come out the same to the letter. */
function requireExactReplacement(original: string, { text, redactions }: SanitisedField): void {
  let rebuilt = "";
  let position = 0;
  for (const { start, end, placeholder } of redactions) {
    if (start < position || end <= start || end > original.length)
      throw new Error("Redactions: spans out of order");
    rebuilt += original.slice(position, start) + placeholder;
    position = end;
  }
  if (rebuilt + original.slice(position) !== text)
    throw new Error("Sanitised text: not the original with its spans replaced");
}
