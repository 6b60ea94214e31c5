import type { Span } from "../../finding.ts";
import { hasVerb, type Joint } from "./label-joint.ts";
import { isLiteral } from "./literal-value.ts";
import { endsClauseAt, isStatement } from "./statements.ts";

const CLOSING: Readonly<Record<string, RegExp>> = {
  '"': /["\n]/,
  "'": /['\n]/,
  "`": /[`\n]/,
  "“": /[”"\n]/,
  "„": /[“”"\n]/,
  "»": /[«\n]/,
  "«": /[»\n]/,
};
const LONGEST = 128;
/** Signs after which no secret is read: a column separator and a line break. */
const NO_FIELD: ReadonlySet<string> = new Set(["|", "\n"]);
const PLAIN = /[^\s"'`“”<>{}|]{3,128}/y;
/** Matches an app password as mail providers show it. */
const APP_PASSWORD = /^[a-z]{4}(?: [a-z]{4}){3}(?! ?\p{L})/u;
const APP_PASSWORD_LENGTH = 19;
const NOTHING =
  /^(?:\W+|x+|str(?:ing)?\??!?|text|varchar|char|bytes?|any|null|none|nil|undefined|true|false|yes|no|ja|nein|required|optional|number|int(?:eger)?|password|passwd|passwort|kennwort|secret|token|user(?:name)?|changeme|your[_-].*|my[_-]password|\w+(?:\.[a-z_]\w*)+|[_a-z]+_(?:password|token|key|secret)|pass|return|raise|base64|utf-?8|const|await|this|self|process|env|os|new|function|field|hash(?:ed)?|value|input|type|is|for|from|here|has|was|must|should|the|same|see|siehe|unchanged|unknown|unbekannt|abgelaufen|expired|default|n\/a|[(<$%{[].*|.*[$(]\w*[.(].*|[\w.]+[([].*)$/i;
const MIXED = /[\d!@#$%^&*?~+=]/;
const WORD = /^\p{L}{4,24}$/u;
const ENDS = /^(?:$|[ \t]*(?:[\r\n,;"'”“|)<\]}]|\/ |\. ?(?:[\p{Lu}\n]|$)|[-–—] ))/u;
const VERSION_OR_CALL =
  /^(?:v?\d+(?:\.\d+)+|sha\d+[:-].*|[a-z]+\d?|https?:.*|[a-z]+(?:_[a-z]+)*\d?|\w+[.\w]*\(.*)$/i;
/** Matches long keys. It excludes Windows security identifiers, "S-1-5-21". */
const SESSION_KEY =
  /^(?!S-1-)(?:[\w%+/=-]{16,}|(?=.*[a-z])(?=.*[A-Z])[\w%+/=.-]{20,}|(?=.*[a-z])(?=.*[A-Z])[\w%+/=]{12,15})$/;

/**
 * Returns the password after a label. A password of only letters must be in quotation marks, or be
 * the end of its field or clause.
 */
export function passwordAt(text: string, joint: Joint): Span | undefined {
  const value = valueAt(text, joint);
  if (value === undefined) return undefined;
  const written = text.slice(value.start, value.end);
  if (written.length < 4 || NOTHING.test(written)) return undefined;
  const isPassword = isInProse(joint)
    ? isQuoted(joint) || isMixed(written) || isSaid(text, joint, value)
    : MIXED.test(written) || isQuoted(joint) || isField(text, joint, value);
  return isPassword ? value : undefined;
}

/** Returns whether the value is a whole field. Most unquoted words after "=" are variables. */
function isField(text: string, { sign }: Joint, value: Span): boolean {
  if (sign === "=" && /^\w+$/.test(text.slice(value.start, value.end)))
    return isLiteral(text, value);
  return ENDS.test(text.slice(value.end, value.end + 12));
}

/**
 * Returns a key or token. It must have digits and letters, because no ordinary word after "token"
 * has both.
 */
export function keyAt(text: string, joint: Joint): Span | undefined {
  const value = valueAt(text, joint);
  if (value === undefined) return undefined;
  const written = text.slice(value.start, value.end);
  if (written.length < 8 || NOTHING.test(written) || VERSION_OR_CALL.test(written))
    return undefined;
  return /\d/.test(written) && /\p{L}/u.test(written) ? value : undefined;
}

/**
 * Returns a session key, `session=8f14e45fceea167a`. It must be long, without the signs of prose,
 * code or dates.
 */
export function sessionKeyAt(text: string, joint: Joint): Span | undefined {
  if (joint.sign !== ":" && joint.sign !== "=") return undefined;
  const value = keyAt(text, joint);
  return value !== undefined && SESSION_KEY.test(text.slice(value.start, value.end))
    ? value
    : undefined;
}

/** Returns four groups of four lower-case letters after a sign. */
export function appPasswordAt(text: string, { value: start, sign }: Joint): Span | undefined {
  const end = start + APP_PASSWORD_LENGTH;
  return sign !== "" && APP_PASSWORD.test(text.slice(start, end + 2)) ? { start, end } : undefined;
}

function isInProse({ sign }: Joint): boolean {
  return sign === "" || sign === "is" || sign === "-";
}

/**
 * Returns whether the word ends its clause and is a password rather than a statement about one:
 * "the password is lemonade".
 */
function isSaid(text: string, { sign }: Joint, { start, end }: Span): boolean {
  const written = text.slice(start, end);
  if (sign !== "is" || !WORD.test(written) || isStatement(written)) return false;
  return endsClauseAt(text, end) && hasVerb(text, start);
}

function isQuoted({ quote }: Joint): boolean {
  return quote in CLOSING;
}

function isMixed(written: string): boolean {
  return written.length >= 5 && /[\d!@#$%&?~+]/.test(written) && /\p{L}/u.test(written);
}

function valueAt(text: string, { value: start, quote, sign }: Joint): Span | undefined {
  if (NO_FIELD.has(sign) || quote === "(") return undefined;
  const closing = CLOSING[quote];
  if (closing !== undefined) {
    const length = text.slice(start, start + LONGEST).search(closing);
    const written = text.slice(start, start + length).replace(/\\+$/, "");
    return length < 1 || written === "" ? undefined : { start, end: start + written.length };
  }
  PLAIN.lastIndex = start;
  // In code, a comparison with an unquoted word is a comparison with a variable.
  if (sign.startsWith("==") || !PLAIN.test(text)) return undefined;
  const written = text.slice(start, PLAIN.lastIndex).replace(/(?:[,;].*|[.:?)\]]+|\\.*)$/, "");
  const end = start + written.length;
  // The `NAME=` in `NAME="..."` is another label.
  if (written.length < 3 || (written.endsWith("=") && /["'$]/.test(text.charAt(end))))
    return undefined;
  return { start, end };
}
