import { endPattern } from "../../text/end-pattern.ts";
import { NUMBER_WORDS } from "./label-words.ts";

/** The text between a label and its value. */
export interface Joint {
  /** Where the value begins. */
  readonly value: number;
  /**
   * One of `:`, `=`, `==`, `#`, `|`, `>`, `-` and a line break; "is" for a verb; or empty for
   * blanks.
   */
  readonly sign: string;
  /** The opening quotation mark of the value, if any. */
  readonly quote: string;
}

const NUMBER = new RegExp(
  `(?:[ \\t_./-]{0,3}(?:${NUMBER_WORDS.split(" ").join("|")})(?!\\p{L})){1,2}(?![\\p{N}_])\\.?|(?=[ ]?#)`,
  "iuy",
);
/**
 * Matches what may follow a label: quotation marks and marks of emphasis, the "2" of CVV2, a full
 * stop, and a remark in brackets.
 */
const CLOSING = /2?\\{0,7}["'”“`*\])]{0,3}\.?["'*]{0,2}(?:[ \t]?\([^()\n]{1,24}\)[*"']{0,2})?/y;
const SIGN =
  /[ \t\u00a0]{0,12}(={2,3}|:|=|#|\||>|[-–](?=[ \t]))[:=>*]{0,2}[ \t\u00a0*]{0,12}(?:\r?\n[ \t]{0,8})?/y;
/**
 * Matches the purpose of a value before the verb: "the code for the Bergen flat is", "Passwort fürs
 * Portal lautet".
 */
const PURPOSE =
  "(?: (?:dazu|dafür|davon|for|of|to|at|bei|für|fürs|zum|zur|vom|von|im|des|der)(?: [\\p{L}\\p{N}.'’&-]{1,20}){1,5}?)?";
const IS =
  "is|was|are|ist|war|wär|wäre|lautet|lautete|reads|as|als|heißt|heisst|hieß|bleibt|hat die|für die|steht auf der \\p{L}{2,12}";
const IS_SET =
  "(?:(?:is|was|has been|have been|were|got|to be) )?(?:(?:re)?set|changed|updated|switched)(?: back)? to|(?:wurde|wird|ist|habe ich|hab ich|haben wir)(?: \\p{L}{2,12}){0,2} (?:auf|in)";
const VERB = new RegExp(
  `${PURPOSE}(?:(?: which| that)?[ \\t]{1,3}(?:${IS_SET}|(?:${IS})(?: (?:now|gerade|jetzt|nun|still|currently|always|just|simply|immer noch|noch immer|immer|noch|aktuell|derzeit|weiterhin|angeblich|einfach|z\\. ?B\\.|number|nummer|haustür|tür|i think|i guess|probably|glaub ich|glaube ich|vermutlich|wohl|(?:ab|seit|bis|from|since|until|as of) (?:zu[mr]? )?(?:den |der )?\\p{L}{2,12})){0,2}|i think|i guess|glaub ich|glaube ich)(?:[ ]?[:=])?|(?<= \\S{1,20})[:=])[ \\t]{1,3}`,
  "iuy",
);
const NO_VERB = endPattern(
  /(?:^|[^\p{L}])(?:as|als|für die|hat die|steht auf der \p{L}{2,12}|auf|in|to) $/iu,
);
const NO_VERB_REACH = 32;
const BLANK = /(?: dazu| dafür)?[ \t\u00a0]{1,12}|[ \t]{0,4}\r?\n[ \t]{0,4}/y;
const QUOTE = /\\{0,7}["'“„`»«(]|\*{1,2}/y;

/**
 * Returns whether the joint before `value`, whose sign is "is", contains a verb. "the password as
 * input" and "Passwort für die Nutzer" do not.
 */
export function hasVerb(text: string, value: number): boolean {
  return !NO_VERB.test(text.slice(Math.max(0, value - NO_VERB_REACH), value));
}

/** Returns the end of a word for a number at `at` (" No.", "_id", "-Nr.", " #"), or -1. */
export function numberWordEnd(text: string, at: number): number {
  return endOf(NUMBER, text, at);
}

/** Returns the joint that begins at `label`, the end of a label. */
export function jointAt(text: string, label: number): Joint | undefined {
  const at = endOf(CLOSING, text, label);
  SIGN.lastIndex = at;
  const sign = SIGN.exec(text)?.[1];
  if (sign !== undefined) return joint(text, SIGN.lastIndex, sign === "–" ? "-" : sign);
  const verb = endOf(VERB, text, at);
  if (verb !== -1) return joint(text, verb, "is");
  const blank = endOf(BLANK, text, at);
  if (blank === -1 || text.charAt(at - 1) === ")") return undefined;
  return joint(text, blank, text.slice(at, blank).includes("\n") ? "\n" : "");
}

function joint(text: string, at: number, sign: string): Joint {
  const value = endOf(QUOTE, text, at);
  return value === -1
    ? { value: at, sign, quote: "" }
    : { value, sign, quote: text.charAt(value - 1) };
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
