import { fullestName } from "../lists/phonetics/fullest-name.ts";
import type { SanitisedField } from "./redaction.ts";
import { GENITIVE, surroundings, type WrittenForm } from "./written-forms.ts";

/** A placeholder issued in this request, and its value. */
export interface PlaceholderEntry {
  readonly placeholder: string;
  /**
   * The value to restore. For a person with several spellings, it is the fullest name, without a
   * genitive s.
   */
  readonly value: string;
  /** The spelling at each place in the request, in order; absent if the spelling does not vary. */
  readonly forms?: readonly WrittenForm[];
}

/**
 * Returns the placeholders and their values, in order of first appearance. `originals` are the
 * texts before sanitising, in field order.
 * @throws Error when a placeholder stands for two values that are not names of one person
 *   (`sameName`)
 */
export function placeholderEntries(
  originals: readonly { readonly text: string }[],
  fields: readonly Pick<SanitisedField, "text" | "redactions">[],
): readonly PlaceholderEntry[] {
  const places = new Map<string, WrittenForm[]>();
  for (const [index, { text, redactions }] of fields.entries()) {
    const original = originals[index]?.text ?? "";
    let shift = 0;
    for (const { start, end, placeholder, recognizer } of redactions) {
      const at = start + shift;
      const form = {
        value: original.slice(start, end),
        ...(recognizer === GENITIVE && { genitive: true }),
        ...surroundings(text, at, at + placeholder.length),
      };
      const known = places.get(placeholder);
      if (known === undefined) places.set(placeholder, [form]);
      else known.push(form);
      shift += placeholder.length - (end - start);
    }
  }
  return [...places].map(([placeholder, forms]) => toEntry(placeholder, forms));
}

function toEntry(placeholder: string, forms: readonly WrittenForm[]): PlaceholderEntry {
  const values = [...new Set(forms.map(({ value }) => value))];
  const [only = "", another] = values;
  const names = [...new Set(forms.map(nameOf))];
  if (another === undefined && names[0] === only) return { placeholder, value: only };
  const person = placeholder.startsWith("[PERSON_") ? fullestName(values) : undefined;
  if (person === undefined) throw new Error("Redactions: one placeholder for two values");
  return { placeholder, value: fullestName(names) ?? person, forms };
}

function nameOf({ value, genitive }: WrittenForm): string {
  return genitive === true ? value.replace(/(?<=.)s$/u, "") : value;
}
