import { givenName } from "../../gazetteers/gazetteer.ts";
import type { NamePart } from "./person-name.ts";

/** A salutation ends with the name, or the name is one beyond doubt. */
export function endsAddress(parts: readonly NamePart[], text: string): boolean {
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) return false;
  const next = text.charAt(last.end);
  return next === "" || /[,!:;\r\n–-]/.test(next) || givenName(first.text) === "clear";
}
