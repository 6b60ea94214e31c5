import { familyName, givenName } from "../../gazetteers/gazetteer.ts";

/** One part of a name as it stands in the text. */
export interface NamePart {
  readonly text: string;
  readonly kind: "word" | "initial" | "particle";
  readonly start: number;
  readonly end: number;
}

/** Whether `part` goes on with the name that `before` has begun. */
export type Continues = (part: NamePart, before: readonly NamePart[]) => boolean;

const PART =
  /(?:(?<particle>(?:von|van|vom|zu|zur|zum|de|da|di|del|della|dos|du|den|der|ter|ten|la|le|bin|ibn|al|el|af|y)(?=[ \u00a0](?:\p{Lu}|d|l|t)))|(?<initial>\p{Lu}\.(?:-?\p{Lu}\.)?)|(?<word>[\p{L}\p{M}]{1,40}(?:['’]\p{L}{1,40})?(?:-\p{L}[\p{L}\p{M}]{0,40}){0,3}))/uy;
const CAPITAL = /^\p{Lu}/u;

/** Capitalised for their place or by German spelling, and no names. */
const NO_NAMES = new Set(
  `sie ihr ihre ihnen ihrem ihren ihrer ich wir du dein deine euer eure unser unsere er es man der die das den dem des
  ein eine einen und oder aber wenn weil dass als auch bitte danke vielen ist sind hat haben wird werden kann können
  mit für von nach aus bei zum zur am im in an auf zu nicht noch nur sehr heute morgen gestern hier herr herrn frau
  fräulein dr doktor prof professor dipl ing mag med phil mr mrs ms miss mx sir madam lady lord the a an i we you he
  she it they my your our their his her this that these those is are was were has have had can could and or but if as
  please thanks thank hello hi dear hey kind best regards sincerely from to for with on at by of re cc no yes today tomorrow
  team kunde kunden kundin customer customers client colleagues colleague friend friends all everyone everybody folks
  guys there world welt damen herren kollege kollegin kollegen kolleginnen präsident präsidentin bürgermeister bürgermeisterin kanzler kanzlerin
  minister ministerin vorsitzender vorsitzende direktor direktorin president chief chairman chairwoman secretary
  speaker grüße grüßen gruß freunde freundinnen eltern mitarbeiter mitarbeiterinnen
  mitglieder leser leserinnen gäste tagebuch leute zusammen alle support service hiring manager management recruiter
  committee editor editors valued user users admin administrator gmbh ag kg ohg ug gbr se inc ltd llc corp corporation
  company bank group gruppe verein department abteilung klinik hospital praxis assistant chatgpt claude unknown
  unbekannt iban none null true false na tbd name vorname nachname date datum address adresse email mail phone telefon tel
  fax geburtsdatum dob birth street straße strasse monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch
  donnerstag freitag samstag sonntag`.split(/\s+/),
);

/**
 * Reads a name from `at`: its parts between single spaces, as long as `continues` says so. The first part is
 * asked for too, so an empty result means that there is no name here.
 */
export function readName(text: string, at: number, continues: Continues, maxParts = 5): NamePart[] {
  const parts: NamePart[] = [];
  let from = at;
  while (parts.length < maxParts) {
    const part = partAt(text, from);
    if (part === undefined || isLoose(part, parts) || !continues(part, parts)) break;
    parts.push(part);
    if (!/[ \u00a0]/.test(text.charAt(part.end))) break;
    from = part.end + 1;
  }
  while (parts.length > 0 && parts.at(-1)?.kind === "particle") parts.pop();
  return parts;
}

/** "der" and "den" belong to a name after another particle only: "von der Leyen", not "Herr der Lage". */
function isLoose({ kind, text }: NamePart, before: readonly NamePart[]): boolean {
  return (
    kind === "particle" && (text === "der" || text === "den") && before.at(-1)?.kind !== "particle"
  );
}

function partAt(text: string, from: number): NamePart | undefined {
  PART.lastIndex = from;
  const match = PART.exec(text);
  if (match === null) return undefined;
  const [found] = match;
  const { particle, initial } = match.groups ?? {};
  const kind = particle ? "particle" : initial ? "initial" : "word";
  return { text: found, kind, start: from, end: from + found.length };
}

/** Capitalised, and not a word that only looks like a name. */
export function isNameWord({ text, kind }: NamePart): boolean {
  return kind !== "word" || (CAPITAL.test(text) && !NO_NAMES.has(text.toLowerCase()));
}

/** A word that no list of names is surprised by. */
export function isListed({ text, kind }: NamePart): boolean {
  return kind === "word" && (givenName(text) !== "unknown" || familyName(text) !== "unknown");
}

/** After a given name, an initial or a particle a name goes on with any word; else the word must be known. */
export const untilUnlisted: Continues = (part, before) => {
  const last = before.at(-1);
  if (!isNameWord(part)) return false;
  if (last === undefined || part.kind !== "word") return true;
  return last.kind !== "word" || givenName(last.text) !== "unknown" || isListed(part);
};

/** Any capitalised word that is not a known non-name. */
export const anyNameWord: Continues = (part) => isNameWord(part);
