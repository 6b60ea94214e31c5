import type { Finding } from "../finding.ts";
import { endPattern } from "../text/end-pattern.ts";

/** Matches a title before a name, but not "ms", which means milliseconds. */
const BEFORE = endPattern(
  /(?:^|[^\p{L}])(?:[Hh]errn?|[Ff]rau|Hr\.?|Fr\.?|[Ff]amilie|[Mm]r\.?|[Mm]rs\.?|Ms\.?|Miss|(?:Prof\.? |med\. )?Dr\.?(?: med\.)?|Prof\.?)\s{1,2}$/u,
);
const BEFORE_LENGTH = 16;
/** Matches the title at the start of a finding, because English findings include it. */
const INSIDE = /^(?:[Mm]r|[Mm]rs|Ms|Miss|Dr|Prof)\.?\s/u;
const SURNAME = /(?:^|\s)(\p{Lu}\p{Ll}[\p{L}'’-]{1,30})$/u;
const LONGEST = 60;

/**
 * Returns the surnames after a title: "Koch" from "Herr Koch", "Dr. Koch" and "Frau Anna Koch".
 * After a title, a word is a name, no matter what else it means.
 */
export function titledSurnames(text: string, findings: readonly Finding[]): readonly string[] {
  return findings.flatMap(({ type, start, end }) => {
    if (type !== "PERSON" || end - start > LONGEST) return [];
    const name = text.slice(start, end);
    const isTitled =
      INSIDE.test(name) || BEFORE.test(text.slice(Math.max(0, start - BEFORE_LENGTH), start));
    const surname = isTitled ? SURNAME.exec(name)?.[1] : undefined;
    return surname === undefined ? [] : [surname];
  });
}
