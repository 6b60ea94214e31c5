import type { Span } from "../../finding.ts";
import { endPattern } from "../../text/end-pattern.ts";
import { hasVerb, type Joint } from "./label-joint.ts";
import { endsClauseAt, isStatement } from "./statements.ts";

const NAME = /@?[A-Za-z0-9](?:[\w.+-]|\\(?=\w)|@(?=\w)|#(?=[A-Z0-9]{3,5}(?!\w))){1,63}/y;
/** Signs of a column, another line, a dash. */
const NO_FIELD: ReadonlySet<string> = new Set(["|", "\n", "-"]);
const PROGRAM = /^(?:[([{]|\.\w|\?\.|::|\?[.:=]|\s\?\s|\s?=[^"']|:\w)/;
const CAMEL_CASE = /^[a-z]+[A-Z][A-Za-z]*$/;
const TYPE_NAME = /^(?:[A-Z][a-z]+){2,}$/;
/** Requires a sign or digit inside, which handles have. */
const HANDLE = /[\d_@#\\]|\w\.\w|\w-\w|[a-z][A-Z]/;
const NICKNAME = /^[a-z]{4,24}$|[a-z][A-Z]/;
/** Requires more letters than most words for a team or a state have. */
const ROLE_NAME = /^[a-z]{5,24}$/;
const LOGIN = /^[a-z]{5,24}$/;
const BEFORE_NAME = 24;
/** Matches a label at the beginning of its clause. */
const FIELD = endPattern(/(?:^|[\n.,;(]\s?)(?:user ?name|login ?name|benutzername|nutzername) $/i);
const BEFORE_PASSWORD = /^,? (?:pass(?:word|wd|code|wort)?|pwd?|kennwort) \S/;
const IN_PROSE = /^@?(?=.*[a-z])(?:\w*[\d_]|[a-z]\w*\.\w|[a-z]+\d|.*#)/;
const NOT_A_NAME =
  /^(?:str(?:ing)?|text|n?varchar|char|any|null|none|nil|undefined|true|false|yes|no|ja|nein|required|optional|number|int(?:eger)?|bigint|serial|uuid|user|users|user_?name|user_?id|login|name|admin|administrator|root|guest|anonymous|nobody|postgres|mysql|node|app|deploy|runner|test|demo|example|system|default|public|self|this|the|a|an|is|and|or|http|https|your|my|id|auto|unknown|unbekannt|email|password|passwort|req|request|params|const|new|os|process|args|form|data|session|current_?user|get|input|see|siehe|here|with|mit|for|für|same|click|pass|return|raise|letters|digits|characters|zeichen|buchstaben|ziffern|pflichtfeld|konto)$/i;
const ENDS =
  /^(?:$|[ \t]*(?:[\r\n,;"'”“|<\]}&]|\)|\/ |\.(?:\s|$)|[-–—] )|[ ](?=[\w.-]{1,24}[=:]))/u;

/** Returns the name of an account: it looks like a handle, or is a word that ends its field. */
export function accountNameAt(text: string, joint: Joint): Span | undefined {
  const value = nameAt(text, joint);
  if (value === undefined) return undefined;
  const written = text.slice(value.start, value.end);
  if (joint.sign === "" || joint.sign === "is")
    return IN_PROSE.test(written) || isBeforePassword(text, value) ? value : undefined;
  if (joint.quote === "" && isProgram(text, value, joint)) return undefined;
  return HANDLE.test(written) || ENDS.test(text.slice(value.end, value.end + 28))
    ? value
    : undefined;
}

/** Matches "user hsteiner, password ...". */
function isBeforePassword(text: string, { start, end }: Span): boolean {
  return BEFORE_PASSWORD.test(text.slice(end, end + 12)) && !isStatement(text.slice(start, end));
}

/**
 * Returns "my login is captainmoss", "Username sbreathnach, asset LT-C204": a lower-case word that
 * ends its clause.
 */
export function loginNameAt(text: string, joint: Joint): Span | undefined {
  const value = accountNameAt(text, joint);
  if (value !== undefined || (joint.sign !== "is" && joint.sign !== "")) return value;
  const name = nameAt(text, joint);
  if (name === undefined) return undefined;
  const written = text.slice(name.start, name.end);
  const before = text.slice(Math.max(0, name.start - BEFORE_NAME), name.start);
  const isSaid = joint.sign === "is" ? hasVerb(text, name.start) : FIELD.test(before);
  return isSaid && LOGIN.test(written) && !isStatement(written) && endsClauseAt(text, name.end)
    ? name
    : undefined;
}

/** Returns "Kürzel iknoop," "nick lennyLKW". */
export function nicknameAt(text: string, joint: Joint): Span | undefined {
  const value = accountNameAt(text, joint);
  if (value !== undefined || joint.sign !== "") return value;
  const name = nameAt(text, joint);
  if (name === undefined || !NICKNAME.test(text.slice(name.start, name.end))) return undefined;
  return ENDS.test(text.slice(name.end, name.end + 28)) ? name : undefined;
}

/**
 * Returns "Reporter: dkowalczyk", "author m.vance": a lower-case word that ends its field, or looks
 * like a handle.
 */
export function roleNameAt(text: string, joint: Joint): Span | undefined {
  const value = accountNameAt(text, joint);
  if (value === undefined || joint.sign === "=") return undefined;
  const written = text.slice(value.start, value.end);
  if (IN_PROSE.test(written)) return value;
  return ROLE_NAME.test(written) &&
    !isStatement(written) &&
    ENDS.test(text.slice(value.end, value.end + 28))
    ? value
    : undefined;
}

/** Returns `CORP\\name`. */
export function domainNameAt(text: string, joint: Joint): Span | undefined {
  const value = nameAt(text, joint);
  return value !== undefined && text.slice(value.start, value.end).includes("\\")
    ? value
    : undefined;
}

/** Reads after the name of a network, which is never the name of a variable. */
export function networkNameAt(text: string, joint: Joint): Span | undefined {
  const value = nameAt(text, joint);
  if (value === undefined) return undefined;
  const written = text.slice(value.start, value.end);
  if (joint.sign === "" || joint.sign === "is")
    return /^@?\w*(?:[\d_#]|\.\w|-\w+-\w)/.test(written) && /[a-z]/i.test(written)
      ? value
      : undefined;
  return HANDLE.test(written) || ENDS.test(text.slice(value.end, value.end + 28))
    ? value
    : undefined;
}

function nameAt(text: string, { value: start, sign }: Joint): Span | undefined {
  NAME.lastIndex = start;
  if (NO_FIELD.has(sign) || !NAME.test(text)) return undefined;
  const written = text.slice(start, NAME.lastIndex).replace(/[.+-]+$/, "");
  const end = start + written.length;
  if (written.length < 2 || NOT_A_NAME.test(written.replace(/\..*/, ""))) return undefined;
  return /^\d+$/.test(written) ||
    /^[\w.]+@[\w-]+\.\w/.test(written) ||
    PROGRAM.test(text.slice(end, end + 3))
    ? undefined
    : { start, end };
}

/** Matches types and variables: `handle: JobHandler`, `user = nextUser`. */
function isProgram(text: string, { start, end }: Span, { sign }: Joint): boolean {
  const written = text.slice(start, end);
  if (CAMEL_CASE.test(written) || TYPE_NAME.test(written)) return true;
  // Code compares variables without quotation marks.
  if (sign.startsWith("==")) return true;
  return sign === "=" && /\s/.test(text.charAt(start - 1)) && !/[\d.\\-]/.test(written);
}
