import type { Span } from "../../finding.ts";
import { endPattern } from "../../text/end-pattern.ts";
import { hasVerb, type Joint } from "./label-joint.ts";
import { endsClauseAt, isStatement } from "./statements.ts";

const NAME = /@?[A-Za-z0-9](?:[\w.+-]|\\(?=\w)|@(?=\w)|#(?=[A-Z0-9]{3,5}(?!\w))){1,63}/y;
/** Signs after which no account name is read: a column separator, a line break, and a dash. */
const NO_FIELD: ReadonlySet<string> = new Set(["|", "\n", "-"]);
const PROGRAM = /^(?:[([{]|\.\w|\?\.|::|\?[.:=]|\s\?\s|\s?=[^"']|:\w)/;
const CAMEL_CASE = /^[a-z]+[A-Z][A-Za-z]*$/;
const TYPE_NAME = /^(?:[A-Z][a-z]+){2,}$/;
/** Matches a sign, a digit or an inner capital, one of which most handles have. */
const HANDLE = /[\d_@#\\]|\w\.\w|\w-\w|[a-z][A-Z]/;
const NICKNAME = /^[a-z]{4,24}$|[a-z][A-Z]/;
/** Requires five letters, because words for teams and states are often shorter. */
const ROLE_NAME = /^[a-z]{5,24}$/;
const LOGIN = /^[a-z]{5,24}$/;
const BEFORE_NAME = 24;
/** Matches a label at the start of its clause. */
const FIELD = endPattern(/(?:^|[\n.,;(]\s?)(?:user ?name|login ?name|benutzername|nutzername) $/i);
const BEFORE_PASSWORD = /^,? (?:pass(?:word|wd|code|wort)?|pwd?|kennwort) \S/;
const IN_PROSE = /^@?(?=.*[a-z])(?:\w*[\d_]|[a-z]\w*\.\w|[a-z]+\d|.*#)/;
const NOT_A_NAME =
  /^(?:str(?:ing)?|text|n?varchar|char|any|null|none|nil|undefined|true|false|yes|no|ja|nein|required|optional|number|int(?:eger)?|bigint|serial|uuid|user|users|user_?name|user_?id|login|name|admin|administrator|root|guest|anonymous|nobody|postgres|mysql|node|app|deploy|runner|test|demo|example|system|default|public|self|this|the|a|an|is|and|or|http|https|your|my|id|auto|unknown|unbekannt|email|password|passwort|req|request|params|const|new|os|process|args|form|data|session|current_?user|get|input|see|siehe|here|with|mit|for|für|same|click|pass|return|raise|letters|digits|characters|zeichen|buchstaben|ziffern|pflichtfeld|konto)$/i;
const ENDS =
  /^(?:$|[ \t]*(?:[\r\n,;"'”“|<\]}&]|\)|\/ |\.(?:\s|$)|[-–—] )|[ ](?=[\w.-]{1,24}[=:]))/u;

/** Returns an account name: a word that looks like a handle or ends its field. */
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

/** Returns whether a password follows the name: "user hsteiner, password ...". */
function isBeforePassword(text: string, { start, end }: Span): boolean {
  return BEFORE_PASSWORD.test(text.slice(end, end + 12)) && !isStatement(text.slice(start, end));
}

/**
 * Returns an account name, or a lower-case word that ends its clause: "my login is captainmoss",
 * "Username sbreathnach, asset LT-C204".
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

/**
 * Returns an account name, or a nickname that ends its field: "Kürzel iknoop,", "nick lennyLKW".
 */
export function nicknameAt(text: string, joint: Joint): Span | undefined {
  const value = accountNameAt(text, joint);
  if (value !== undefined || joint.sign !== "") return value;
  const name = nameAt(text, joint);
  if (name === undefined || !NICKNAME.test(text.slice(name.start, name.end))) return undefined;
  return ENDS.test(text.slice(name.end, name.end + 28)) ? name : undefined;
}

/**
 * Returns a name that looks like a handle, or a lower-case word that ends its field: "Reporter:
 * dkowalczyk", "author m.vance".
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

/** Returns an account name with its domain: `CORP\\name`. */
export function domainNameAt(text: string, joint: Joint): Span | undefined {
  const value = nameAt(text, joint);
  return value !== undefined && text.slice(value.start, value.end).includes("\\")
    ? value
    : undefined;
}

/**
 * Returns an account name after the name of a network. It does not test for program text, because
 * the name of a network is never a variable.
 */
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

/** Returns whether the value is a type or a variable: `handle: JobHandler`, `user = nextUser`. */
function isProgram(text: string, { start, end }: Span, { sign }: Joint): boolean {
  const written = text.slice(start, end);
  if (CAMEL_CASE.test(written) || TYPE_NAME.test(written)) return true;
  // In code, a comparison with an unquoted word is a comparison with a variable.
  if (sign.startsWith("==")) return true;
  return sign === "=" && /\s/.test(text.charAt(start - 1)) && !/[\d.\\-]/.test(written);
}
