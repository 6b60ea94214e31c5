import type { Hit, Recognizer, Span } from "../../finding.ts";
import { endPattern } from "../../text/end-pattern.ts";
import { capturedSpans } from "../../text/spans.ts";
import { endsClauseAt, isStatement } from "../labels/statements.ts";

const BEFORE = 64;
const BEHIND = 150;
const VALUE = `["'“„»]?([\\p{L}\\d](?:[\\p{L}\\d&+_!@#-]|\\.(?=[\\p{L}\\d])){3,31})(?![\\p{L}\\d])`;
/**
 * Matches a later statement about a password: "...; it is still marzipan", "falls er krank ist, es
 * lautet Steinbock".
 */
const STILL = new RegExp(
  `^[^\\n]{0,100}?(?<!\\p{L})(?:(?:it|that|this|one|es|er)(?:['’]s| is| was| ist| war) (?:still|now|noch immer|immer noch|noch|jetzt|nun)|(?:es|one) (?:lautet|heißt|heisst)(?: jetzt| nun| angeblich)?) ${VALUE}`,
  "diu",
);
/**
 * Matches the old and the new password: "changed the password from osterhase to nikolausstiefel".
 */
const CHANGED = new RegExp(
  `^[^.\\n;]{0,60}? (?:from|von) ${VALUE}["'”“«]? (?:to|auf|in|zu) (?:${VALUE})?`,
  "diu",
);
const CHANGE = /chang|reset|switch|rotat|änder|umgestellt|gewechselt/i;
/** Matches words before the label: "with the password rainyday.", "als Passwort zielwasser". */
const WITH = endPattern(
  /(?:^|[^\p{L}])(?:with|using|mit|als|plus)(?: (?:the|my|our|his|her|their|dem|meinem|unserem|ihrem|seinem))?(?: same| old| new| alten| neuen)? $/iu,
);
/**
 * Matches an account name before the label: "user kasse2nord, pw einkaufswagen", "als polier_hp an
 * passwort wasserwaage".
 */
const ACCOUNT = endPattern(
  /(?:^|[^\p{L}])(?:(?:user|login|username|account|benutzer|benutzername|nutzer|konto)(?: is| ist|:| =)?|as|als) [\w.@-]{3,32}(?: an)?[,;/]? ?(?:and |und |with |mit )?$/iu,
);
const NEXT = new RegExp(`^ ${VALUE}`, "du");
/**
 * Words that form a compound with the word before them: "password protection", "Passwort Manager".
 */
const COMPOUNDS =
  /^(?:auth|access|field|fields|file|files|form|hash|hint|hints|history|input|length|link|list|lists|login|logins|manager|managers|page|policy|policies|problem|problems|prompt|prompts|reset|resets|rules|schutz|store|strength|sync|token|trouble|vault|wechsel|eingabe|feld|hashes|mail|safe)$/i;
const ABSTRACT = /(?:tion|tions|ment|ments|ness|ity|ance|ence|ung|ungen|keit|heit)$/i;

/**
 * Recognizes passwords of any form by the phrase around them. The recognizers in `labels/` find
 * passwords directly after the word, or after the word and a verb.
 */
export const passwordPhrase: Recognizer = {
  name: "password-phrase",
  type: "SECRET",
  triggers: "password passwort passwd passphrase kennwort pw pwd pass losungswort codewort".split(
    " ",
  ),
  find({ text }, triggeredAt) {
    const hits: Hit[] = [];
    for (const at of triggeredAt) {
      const label = /^\p{L}+/u.exec(text.slice(at, at + 12))?.[0] ?? "";
      for (const value of valuesAt(text, at, at + label.length)) {
        if (value.start >= (hits.at(-1)?.end ?? 0)) hits.push({ ...value, confidence: 0.6 });
      }
    }
    return hits;
  },
};

function valuesAt(text: string, at: number, end: number): readonly Span[] {
  const before = text.slice(Math.max(0, at - BEFORE), at);
  const after = text.slice(end, end + BEHIND);
  if (WITH.test(before) || ACCOUNT.test(before)) {
    const named = capturedSpans(NEXT, after, end).filter(
      (value) => isValue(text, value) && !isCompound(text, value) && endsClauseAt(text, value.end),
    );
    if (named.length > 0) return named;
  }
  if (CHANGE.test(after.slice(0, 60)) || CHANGE.test(before)) {
    const changed = capturedSpans(CHANGED, after, end);
    if (changed.length > 0) return changed.filter((value) => isValue(text, value));
  }
  return capturedSpans(STILL, after, end).filter(
    (value) => isValue(text, value) && endsClauseAt(text, value.end),
  );
}

function isValue(text: string, { start, end }: Span): boolean {
  const written = text.slice(start, end);
  return /\p{L}/u.test(written) && !isStatement(written);
}

function isCompound(text: string, { start, end }: Span): boolean {
  const written = text.slice(start, end);
  return COMPOUNDS.test(written) || ABSTRACT.test(written);
}
