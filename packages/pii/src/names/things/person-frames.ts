import type { Span } from "../../finding.ts";
import { endPattern } from "../../text/end-pattern.ts";

const REACH = 40;
const TITLE = endPattern(
  /(?:^|[^\p{L}])(?:president|präsident(?:in)?|vice president|senator(?:in)?|general|minister(?:in)?|kanzler(?:in)?|governor|mayor|bürgermeister(?:in)?|king|queen|könig|königin|prince|princess|prinz|prinzessin|pope|papst|justice|lord|lady|captain|colonel|major|sergeant|officer|detective|herrn?|hr\.|frau|fr\.|fräulein|mr\.?|mrs\.?|ms\.?|miss|mister|mx\.?|dr\.|prof\.|professor|professorin|doktor|doctor|familie|family|sir|madam|onkel|tante|uncle|aunt|kollege|kollegin|kollegen|colleague|coworker|boss|chef|chefin|freund|freundin|friend|nachbar|nachbarin|neighbou?r|mieter|mieterin|tenant|patient|patientin|kunde|kundin|customer|client|employee|mitarbeiter|mitarbeiterin|sohn|tochter|son|daughter|bruder|schwester|brother|sister|wife|husband|ehemann|ehefrau|cousin|cousine|neffe|nichte|nephew|niece|anwalt|anwältin|attorney|judge|richter|richterin|nurse|pfleger|schwester|trainer|coach|lehrer|lehrerin|teacher)\s{1,2}$/iu,
);
const TITLED_NAME = /^(?:dr|mr|mrs|ms|miss|mx|prof|herrn?|frau|sir)\.? \p{Lu}/iu;
const GREETING = endPattern(
  /(?:^|\n|[.!?,:]\s)[ \t>]*(?:dear|hi|hello|hey|hallo|liebe[rs]?|servus|moin|sehr geehrte[rs]?|guten (?:tag|morgen|abend)|attn|cc|an)[: ,]{1,2}$/iu,
);
const INTRODUCTION = endPattern(
  /(?:my name is|name is|name['’]s|i am|i['’]m|this is|ich heiße|heißt|namens|mein name ist|ich bin|hier ist|called|named|signed(?: by)?|gez\.|gezeichnet|i\.\s?a\.|i\.\s?v\.|c\/o|z\.\s?hd\.(?: v\.)?)\s{1,2}$/iu,
);
const LABEL = endPattern(
  /(?:^|[^\p{L}])(?:names?|vorname|nachname|zuname|familienname|kunde|kundin|patient|patientin|mieter|mieterin|tenant|customer|client|contact|kontakt|ansprechpartner(?:in)?|employee|mitarbeiter(?:in)?|author|autor(?:in)?|owner|inhaber(?:in)?|assignee|reporter|reviewer|sender|absender|empfänger(?:in)?|recipient|from|to|von|an|bearbeiter(?:in)?|sachbearbeiter(?:in)?|teilnehmer(?:in)?|attendees?|participants?|speaker|user|nutzer(?:in)?|unterschrift|signature|candidate|bewerber(?:in)?|applicant|manager|lead|signed)(?:["'”*_]{0,3}\s?[:=]\s?["'“*_]{0,3}|\s(?:are|is|sind|ist|waren|were)\s)$/iu,
);
/** Matches what only a person does. */
const ACTS =
  /^,? (?:said|says|told|tells|asked|asks|wrote|writes|replied|replies|emailed|phoned|thinks|believes|wants|wanted|lives|lived|died|smiled|laughed|nodded|apologi[sz]ed|complained|resigned|sagte|sagt|meinte|meint|schrieb|schreibt|fragte|fragt|antwortete|antwortet|erzählte|glaubt|wohnt|wohnte|starb|lächelte|lachte|kündigte|beschwerte|bedankte|unterschrieb|rief an|ruft an)(?!\p{L})/iu;
const CLOSING = endPattern(
  /(?:regards|sincerely|faithfully|yours|wishes|thanks|cheers|best|grüßen?|grüssen?|gruß|mfg|lg|vg|hochachtungsvoll)[,!.]?\s*\n\s*$/iu,
);

/**
 * Matches verbs that give something to the person who follows: "gave Weber flowers", "ask Brown
 * test results".
 */
const RECIPIENT = endPattern(
  /(?:^|[^\p{L}])(?:g[ai]ven?|giving|sen[dt]|sending|tell|told|telling|ask(?:ed|ing)?|show(?:ed|n|ing)?|t(?:each|aught|eaching)|ow(?:e|ed|es)|pa(?:y|id|ying)|hand(?:ed|ing)?|lend|lent|offer(?:ed|ing)?|sell|sold|bought|buy(?:ing)?|br(?:ing|ought|inging)|forward(?:ed|ing)?|email(?:ed|ing)?|mail(?:ed|ing)?|texted|grant(?:ed)?|promis(?:e|ed)|remind(?:ed)?|bake[ds]?|cook(?:ed|s)?|help(?:ed|s)?)\s{1,2}$/iu,
);

/**
 * Returns whether the words around the name show that it is a person: a title, a salutation, a
 * label, an introduction, or a verb that only persons have as subject or recipient.
 */
export function isFramed(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - REACH), start);
  if (TITLED_NAME.test(text.slice(start, end))) return true;
  if (TITLE.test(before) || GREETING.test(before) || INTRODUCTION.test(before)) return true;
  if (LABEL.test(before) || CLOSING.test(before) || RECIPIENT.test(before)) return true;
  return ACTS.test(text.slice(end, end + REACH));
}
