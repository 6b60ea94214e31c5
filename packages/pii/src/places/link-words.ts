/** Matches words used only of people, so that any pronoun near them denotes a person. */
export const HUMAN =
  /(?:^|[^\p{L}])(?:wohn\w{0,4}|wohnhaft|wohnsitz|zuhause|gemeldet|ansässig|geboren\w{0,2}|gebürtig\w{0,2}|geb\.|aufgewachsen|stamm(?:e|t|st|te|en)|arbeite(?:t|n|st|te)?|angestellt\w{0,2}|beschäftigt\w{0,2}|umgezogen|(?:zieh|zog)\w{0,3}|heimat\w{0,6}|resid(?:e|es|ed|ing|ent)|residence|born|birthplace|hometown|raised|gr[eo]w(?:n|ing)? up|work(?:s|ed|ing)?|employed|relocat(?:e|ed|ing)|commut(?:e|es|ing)|domiciled|native|originally|emigrated|immigrated)(?!\p{L})/iu;
/** Matches words that are also used of animals and things. */
export const ANY =
  /(?:^|[^\p{L}])(?:li(?:ve|ves|ved|ving)|from|based|moved|moving|leb(?:e|t|st|en|te)|komm(?:e|st|t) aus)(?!\p{L})/iu;
const LINK_WORD = new RegExp(`${wordsOf(HUMAN)}|${wordsOf(ANY)}`, "iuy");

/** The first three letters of each word. */
const BEGINNINGS = `woh zuh gem ans geb auf sta arb ang bes umg zie zog hei res bor bir hom rai gre gro wor emp rel com
  dom nat ori emi imm liv fro bas mov leb kom`;
const LENGTH = 3;
const BITS = 5;
/**
 * Maps a code unit to the number of an ASCII letter, for letters and for characters that have such
 * a letter as their other case; 0 for others.
 */
const LETTERS = new Uint8Array(0x10000);
for (let letter = 1; letter <= 26; letter += 1)
  LETTERS[64 + letter] = LETTERS[96 + letter] = letter;
LETTERS[0x17f] = numberOf("s");
LETTERS[0x212a] = numberOf("k");
const BEGINS = new Uint8Array(1 << (LENGTH * BITS));
for (const [one = "", two = "", three = ""] of BEGINNINGS.split(/\s+/))
  BEGINS[(numberOf(one) << (2 * BITS)) | (numberOf(two) << BITS) | numberOf(three)] = 1;

/**
 * Returns whether one of the words begins in a part of a text; it may end after the part. The
 * result may be true although neither `HUMAN` nor `ANY` matches the part.
 */
export function beginsLinkWord(text: string, from: number, to: number): boolean {
  const last = Math.min(to, text.length);
  let letters = 0;
  let key = 0;
  for (let at = Math.max(0, from); at < last; at += 1) {
    const letter = LETTERS[text.charCodeAt(at)] ?? 0;
    letters = letter === 0 ? 0 : letters + 1;
    key = letters === 1 ? letter : (key << BITS) | letter;
    if (letters === LENGTH && BEGINS[key] === 1 && isLinkWord(text, at + 1 - LENGTH)) return true;
  }
  return false;
}

function isLinkWord(text: string, at: number): boolean {
  LINK_WORD.lastIndex = at;
  return LINK_WORD.test(text);
}

function numberOf(letter: string): number {
  return letter.charCodeAt(0) & ((1 << BITS) - 1);
}

/**
 * Returns the pattern without the conditions at its ends, because a part of a text may end inside a
 * word.
 */
function wordsOf({ source }: RegExp): string {
  return source.replace(/^\(\?:\^\|\[\^\\p\{L\}\]\)/, "").replace(/\(\?!\\p\{L\}\)$/, "");
}
