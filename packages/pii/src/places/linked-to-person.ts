import { type Span, touching } from "../text/spans.ts";
import { ANY, beginsLinkWord, HUMAN } from "./link-words.ts";
import { sentenceEnd } from "./sentence-end.ts";

/** A text and the persons found in it, disjoint and in order. */
export interface TextWithPersons {
  readonly text: string;
  readonly persons: readonly Span[];
}

const LONGEST_SENTENCE = 200;
/** The maximum number of code units between a verb and its place. */
const REACH = 60;

const PRONOUN =
  /(?:^|[^\p{L}])(?:i|i['’]m|me|we|he|she|my|our|his|her|ich|wir|er|mein\w{0,2}|unser\w{0,2}|patient\w{0,3}|client|kund(?:e|in)|mitarbeiter(?:in)?|employee|tenant|mieter(?:in)?|wife|husband|mother|father|son|daughter|brother|sister|frau|mann|mutter|vater|sohn|tochter|bruder|schwester)(?!\p{L})/iu;
/** Matches pronouns for persons. "sie" and "they" may also stand for animals and things. */
const ANY_PRONOUN = /(?:^|[^\p{L}])(?:sie|they|who|you|du|your|dein\w{0,2}|ihr\w{0,2})(?!\p{L})/iu;
/** Matches the text between a person and a place: "Anna Weber (Leeds)", "Herr Koch aus Bonn". */
const FROM_PERSON = /^(?:,? (?:from|of|in|aus|von)|,| \(|,? (?:wohnhaft|geboren|born) in) ?$/i;
/** Matches the sign between two cells of a row, one with a place and one with a person. */
const CELLS = /^ ?[;|\t] ?$/;

/**
 * Returns whether the sentence around `place` says that a person lives, works or was born there, or
 * comes from there.
 */
export function isLinkedToPerson(place: Span, { text, persons }: TextWithPersons): boolean {
  const near = touching(persons, {
    start: place.start - LONGEST_SENTENCE,
    end: place.end + LONGEST_SENTENCE,
  });
  if (near.some((person) => isNextTo(person, place, text))) return true;
  if (!mayLink(text, place)) return false;
  const sentence = sentenceAround(text, place);
  const reach = text.slice(Math.max(sentence.start, place.start - REACH), place.start);
  const behind = text.slice(place.end, Math.min(sentence.end, place.end + REACH / 2));
  const isHuman = HUMAN.test(reach) || HUMAN.test(behind);
  if (!isHuman && !ANY.test(reach)) return false;
  const before = text.slice(sentence.start, place.start);
  if (touching(persons, sentence).length > 0 || PRONOUN.test(before)) return true;
  return isHuman && ANY_PRONOUN.test(before);
}

/** A cheap test to run first: returns whether a link word is near, in any sentence. */
function mayLink(text: string, { start, end }: Span): boolean {
  return beginsLinkWord(text, start - REACH, start) || beginsLinkWord(text, end, end + REACH / 2);
}

function isNextTo(person: Span, place: Span, text: string): boolean {
  if (person.end > place.start)
    return CELLS.test(text.slice(place.end, Math.max(place.end, person.start)));
  const gap = text.slice(person.end, place.start);
  return FROM_PERSON.test(gap) || CELLS.test(gap);
}

function sentenceAround(text: string, { start, end }: Span): Span {
  let first = Math.max(0, start - LONGEST_SENTENCE);
  for (let at = first; at < start; at += 1) {
    const sign = sentenceEnd(text, at, first, start);
    if (sign !== undefined) first = sign.end;
  }
  const last = Math.min(end + LONGEST_SENTENCE, text.length);
  for (let at = end; at < last; at += 1) {
    const sign = sentenceEnd(text, at, end, last);
    if (sign !== undefined) return { start: first, end: sign.start };
  }
  return { start: first, end: last };
}
