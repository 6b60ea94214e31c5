import type { Language } from "@veil/contracts/sanitiser";
import type { Random } from "../../random.ts";
import type { Example, TypedSpan } from "../corpora/example.ts";
import type { People } from "./people.ts";
import type { Places } from "./places.ts";
import { drawCase, inCase, MASKED_OTHERS, MASKED_PERSONS } from "./templates.ts";

export interface Substitution {
  readonly language: Language;
  readonly people: People;
  readonly places: Places;
  readonly random: Random;
}

const KEPT_TYPES = new Set(["PERSON", "LOCATION", "ORGANIZATION", "STREET_ADDRESS"]);
const PERSON_SHARE = 0.9;
const LOCATION_SHARE = 0.25;
const GENITIVE_SHARE = 0.2;

/**
 * Replaces names with other names. Equal names of persons get equal replacements. Drops spans of
 * types that the model does not know.
 */
export function substituteNames(example: Example, how: Substitution): Example {
  const renamed = new Map<string, string>();
  const spans: TypedSpan[] = [];
  const masked: (readonly [number, number])[] = [];
  let text = "";
  let at = 0;
  for (const span of [...example.spans].sort((a, b) => a.start - b.start)) {
    if (span.start < at) continue;
    text += example.text.slice(at, span.start);
    at = span.end;
    const value = example.text.slice(span.start, span.end);
    const other = replacement(span, value, renamed, how);
    const start = text.length;
    text += other ?? value;
    if (!KEPT_TYPES.has(span.type)) continue;
    spans.push({ start, end: text.length, type: span.type });
    if (other !== undefined && how.random.chance(maskShare(span)))
      masked.push([start, text.length]);
  }
  text += example.text.slice(at);
  return withCase({ text, spans, masked }, how.random);
}

function maskShare({ type }: TypedSpan): number {
  return type === "PERSON" ? MASKED_PERSONS : MASKED_OTHERS;
}

function replacement(
  span: TypedSpan,
  value: string,
  renamed: Map<string, string>,
  how: Substitution,
): string | undefined {
  const { random, places } = how;
  if (span.type === "PERSON") {
    if (!random.chance(PERSON_SHARE) || value.startsWith("@")) return undefined;
    const name = renamed.get(value) ?? nameLike(value, how);
    renamed.set(value, name);
    return name;
  }
  const isPlace = span.type === "LOCATION" && span.optional !== true;
  if (!isPlace || !random.chance(LOCATION_SHARE)) return undefined;
  return value === value.toUpperCase() ? undefined : places.town();
}

/** Returns another name in a form like that of `value`: its length, case and genitive s. */
function nameLike(value: string, { language, people, random }: Substitution): string {
  const isSingle = !/\s/u.test(value.trim());
  const name = random.chance(isSingle ? 0.92 : 0.15) ? people.single() : people.full();
  if (value === value.toUpperCase() && value.length > 3) return name.toUpperCase();
  if (value === value.toLowerCase()) return name.toLowerCase();
  const hasGenitive = language === "de" && isSingle && value.endsWith("s");
  const takesGenitive = hasGenitive && !/[sxz]$/u.test(name) && random.chance(GENITIVE_SHARE);
  return takesGenitive ? `${name}s` : name;
}

/** Changes the case of some texts, but not if that would change the length of the text. */
function withCase(example: Example, random: Random): Example {
  const text = inCase(example.text, drawCase(random));
  return text.length === example.text.length ? { ...example, text } : example;
}
