import { isCapital, type Word } from "./words.ts";

/**
 * Words that may stand between capitalized words of one name: "Rue de la Paix", "Jiřího z
 * Poděbrad", "Ústí nad Labem".
 */
const PARTICLES = setOf(
  "de la le les du des di da do dos das della dello dei degli del van der den het ter ten von vom zu zum zur am an im in auf bei ob of the y e i z a u v s na nad pod pri pre sous sur en et et op aan d l",
);
const SENTENCE = setOf(
  "the a an and or but if then than when while is are was were be been has have had do does did will would can could should i you he she it we they my your his her its our their this that these those in on at by for from with without to of as so not no yes please after before about into over under per out up down off more most less new other all any some each every der die das ein eine einer eines und oder aber wenn dann ist sind war waren wird werden hat haben ich du er sie es wir ihr mein dein sein in im an am auf bei für von vom mit ohne zu zum zur als so nicht kein bitte nach vor über unter pro aus mehr days day hours hour minutes minute years year months weeks times percent of",
);
/**
 * Words that are not names, although they may be capitalized at the start of a sentence, a list
 * item or a heading.
 */
const OPENERS = setOf(
  "the a an and or but if when this that it he she we they you i in on at by for from with to of as visit see call contact come go meet find step page chapter section figure table version item room no nr please after before since until der die das ein eine und oder aber wenn dies er sie es wir ich in im an am auf bei für von vom mit zu zum zur als herr frau seite kapitel abschnitt tabelle abbildung schritt version nummer jahr mr mrs ms dr prof satz abs absatz art artikel ziff ziffer rn rz buchst gg kap teil anlage randnummer band heft jahrgang ausgabe auflage spalte zeile punkt rfc tv iso din en iec vgl bzw aus uhr euro prozent percent million millionen billion milliarden usd eur tel telefon telephone phone fax mobil mobile handy email e-mail mail web website http https hinterhaus vorderhaus seitenflügel eingang top windows office server terminal gate bus tram linie line gleis platform bahnsteig zimmer version gen about around only over under january february march april may june july august september october november december januar februar märz mai juni juli oktober dezember monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag",
);

export function isParticle({ key }: Word): boolean {
  return PARTICLES.has(key) || /^(?:d|l|dell|all|sant)['’]/.test(key);
}

export function isSentenceWord({ key }: Word): boolean {
  return SENTENCE.has(key);
}

export function isOpener({ key }: Word): boolean {
  return OPENERS.has(key);
}

/**
 * Returns whether a word is a house number: "12", "12a", "12-14", "12/3" (DIN 5008; ISO 19160-4,
 * "address number").
 */
export function isHouseNumber(word: Word): boolean {
  return startsWithDigit(word) && HOUSE_NUMBER.test(word.text);
}

const HOUSE_NUMBER = /^\d{1,5}(?:[a-zA-Z]|[-–/]\d{1,4}[a-zA-Z]?)?$/;

export function startsWithDigit({ text }: Word): boolean {
  const code = text.charCodeAt(0);
  return code >= 48 && code <= 57;
}

/**
 * Returns whether the word can be part of the name of a street or town. `lower` is true if the
 * address has no capitals.
 */
export function isNameWord(word: Word, lower: boolean): boolean {
  if (startsWithDigit(word)) return /^\d{1,3}(?:st|nd|rd|th)$/.test(word.key);
  if (isCapital(word)) return true;
  return lower ? !isSentenceWord(word) || isParticle(word) : isParticle(word);
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
