import { createWordTable } from "./word-table.ts";

/**
 * Words that are not names but are capitalized, because of their position or because German
 * capitalizes them.
 */
const NO_NAMES = createWordTable(
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
  donnerstag freitag samstag sonntag password passwort username benutzername login server`
    .split(/\s+/)
    .map((word) => [word, 1]),
);

/**
 * Returns whether a word, in any case, is not a name although it looks like one when capitalized.
 */
export function isNoName(word: string): boolean {
  return NO_NAMES.bitsOf(word) !== 0;
}
