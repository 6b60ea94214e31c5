import { isListed, type NamePart } from "./person-name.ts";

/** Between a label and its value, in forms, tables, Markdown and JSON. */
export const LABEL_SEPARATOR =
  "[*_\"'”]{0,3}[ \\t\\u00a0]{0,4}(?:[:=|]|\\t)[*_]{0,2}[ \\t\\u00a0]{0,4}\\n?[ \\t\\u00a0]{0,4}[*_\"'„“]{0,3}(?:(?:Herrn?|Frau|Dr\\.|Prof\\.|Mr\\.?|Mrs\\.?|Ms\\.?)[ \\u00a0]{1,2}){0,3}";

/** The label only names a role: the value is a person's only when the lists know a part of it. */
export function isPerson(parts: readonly NamePart[]): boolean {
  return parts.some(isListed);
}
