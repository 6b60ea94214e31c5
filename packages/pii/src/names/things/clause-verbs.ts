const SPEECH = words(
  `says said tells told asks asked writes wrote calls called phoned emailed texted replies replied answered thinks thought believes wants
  wanted agreed promised refused complained apologized apologised resigned sagt sagte meint meinte schreibt schrieb fragt fragte bittet bat
  ruft rief denkt dachte glaubt kündigt kündigte`,
);
/** More forms that only a finite verb has: auxiliaries, and past forms that are not participles. */
const FINITE = words(
  `is are was were has had will would can could should shall may might must does did isn't wasn't won't can't doesn't didn't hasn't
  comes came goes went gives gave takes took knows knew sees saw began broke chose drove fell flew forgot rode rose spoke stole threw wore sat
  stood retired lives lived died arrived
  ist sind war waren wäre hat hatte hätte wird wurde würde kann konnte könnte soll sollte muss musste darf durfte mag möchte kommt kam geht
  ging gibt gab nimmt nahm weiß wusste steht stand sieht sah spricht sprach wohnt wohnte arbeitet arbeitete starb`,
);
/** Past forms that are participles too and do not end with -ed. */
const PAST = words(
  "left sent gave got made lost met paid spent kept felt heard held led meant brought bought caught taught fought sought sold found broke won built cut put set let hit quit read ran drunk sang",
);
/** Words with which another clause or another subject begins. */
const NEXT_CLAUSE = words(
  `who whom whose which that if when while because since until unless before after where whether so but than once though although as
  it he she they we you i this there weil dass wenn ob falls sobald bevor nachdem damit während bis er sie es wir ihr ich aber`,
);
const TOKEN = /[\p{L}\p{M}'’-]+|[.,;:!?()\n–—|]/gu;
const MOST_TOKENS = 14;

/**
 * Which words count as verbs: only verbs of speech, any clear verb, or any word that could be one.
 */
export type VerbTest = "speech" | "clear" | "possible";

const TESTS: Readonly<Record<VerbTest, (word: string) => boolean>> = {
  speech: (word) => SPEECH.has(word),
  clear: (word) => SPEECH.has(word) || FINITE.has(word),
  possible: (word) =>
    SPEECH.has(word) || FINITE.has(word) || PAST.has(word) || /(?:[^s]s|ed)$/.test(word),
};

/**
 * Returns whether a finite verb follows in `text`, the rest of a clause. If so, the words before
 * `text` are its subject, because a command has no subject. The first `skipped` words are not read.
 */
export function hasFiniteVerb(text: string, skipped: number, which: VerbTest): boolean {
  const isVerb = TESTS[which];
  let count = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    const word = token.toLowerCase().replace("’", "'");
    const isRead = count >= skipped;
    if (!/^\p{L}/u.test(word) || (isRead && NEXT_CLAUSE.has(word))) return false;
    if (isRead && isVerb(word)) return true;
    count += 1;
    if (count === MOST_TOKENS) return false;
  }
  return false;
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
