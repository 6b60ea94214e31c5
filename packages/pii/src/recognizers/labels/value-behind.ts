import type { Span } from "../../finding.ts";
import {
  accountNameAt,
  domainNameAt,
  loginNameAt,
  networkNameAt,
  nicknameAt,
  roleNameAt,
} from "./account-name-value.ts";
import { bicAt, ibanAt } from "./bank-value.ts";
import { type Joint, jointAt, numberWordEnd } from "./label-joint.ts";
import type { LabelWord } from "./label-table.ts";
import type { LabelForm } from "./label-words.ts";
import {
  bracketedNumberAt,
  labeledNumberAt,
  ownedIdentifierAt,
  recordNumberAt,
} from "./labeled-number.ts";
import { pinAt } from "./pin-value.ts";
import { appPasswordAt, keyAt, passwordAt, sessionKeyAt } from "./secret-value.ts";

type ReadValue = (text: string, joint: Joint) => Span | undefined;

const PASSCODE = /^passcode$/i;
const SHORTEST_OWNER = 3;
const NAME_WORD = /[ _-]?(?:name|id|kennung|account)(?![\p{L}_])/iuy;
/** Returns the value after the label `word` at `at`. */
export function valueBehind(
  text: string,
  at: number,
  word: string,
  label: LabelWord,
): Span | undefined {
  const end = at + word.length;
  const { form } = label;
  if (!isLabel(text, at, word, label)) return undefined;
  switch (form) {
    case "owner":
      return (
        ownedNumber(text, at, end) ??
        (word.length < SHORTEST_OWNER ? undefined : behind(text, at, end, ownedIdentifierAt))
      );
    case "record":
      return ownedNumber(text, at, end) ?? behind(text, at, end, recordNumberAt);
    case "password":
      return (
        behind(text, at, end, appPasswordAt) ??
        behind(text, at, end, passwordAt) ??
        ownedNumber(text, at, end)
      );
    case "pin":
      return (
        behind(text, at, end, (all, joint) => pinAt(all, word, at, joint)) ??
        (PASSCODE.test(word) ? behind(text, at, end, passwordAt) : undefined)
      );
    default:
      return behind(text, at, labelEnd(text, end, form), READERS[form]);
  }
}

const READERS = {
  number: labeledNumberAt,
  capitals: labeledNumberAt,
  numeral: ownedIdentifierAt,
  tag: labeledNumberAt,
  abbreviation: labeledNumberAt,
  "in-brackets": bracketedNumberAt,
  iban: ibanAt,
  bic: bicAt,
  key: keyAt,
  session: sessionKeyAt,
  "account-name": accountNameAt,
  "login-name": loginNameAt,
  nickname: nicknameAt,
  "account-role": roleNameAt,
  domain: domainNameAt,
  network: networkNameAt,
} as const satisfies Partial<Record<LabelForm, ReadValue>>;
const NAMES: ReadonlySet<LabelForm> = new Set([
  "account-name",
  "login-name",
  "nickname",
  "domain",
  "network",
]);

/** Returns whether the word is a label here. Some words often mean something else. */
function isLabel(text: string, at: number, word: string, { form, behind }: LabelWord): boolean {
  const end = at + word.length;
  switch (form) {
    case "capitals":
      return word === word.toUpperCase();
    case "abbreviation":
      return /[.:#=]/.test(text.charAt(end));
    case "in-brackets":
      return text.charAt(at - 1) === "(" && text.charAt(end) !== ")";
    case "numeral":
      return !NUMBER_OF_A_THING.test(text.slice(Math.max(0, at - 12), at));
    default:
      return behind === undefined || behind.test(text.slice(Math.max(0, at - 12), at));
  }
}

/** Matches the words before "number" in "part number" and "room number". */
const NUMBER_OF_A_THING =
  /(?:part|model|item|article|artikel|room|page|version|build|product|figure|line|port|drawing|atomic|prime|phone|fax|zimmer|seiten|haus|teile?)[ -]?$/i;

function labelEnd(text: string, end: number, form: LabelForm): number {
  if (NAMES.has(form)) return nameWordEnd(text, end);
  const behindWord = form === "in-brackets" || form === "key" ? -1 : numberWordEnd(text, end);
  return behindWord === -1 ? end : behindWord;
}

function ownedNumber(text: string, at: number, end: number): Span | undefined {
  const behindWord = numberWordEnd(text, end);
  return behindWord === -1 ? undefined : behind(text, at, behindWord, labeledNumberAt);
}

function behind(text: string, label: number, end: number, read: ReadValue): Span | undefined {
  const joint = jointAt(text, end) ?? bracketJoint(text, end);
  if (joint === undefined || (joint.sign === ">" && !isTag(text, label))) return undefined;
  return read(text, joint);
}

/** Returns the joint before a value in brackets: "badge (B-20771)". */
function bracketJoint(text: string, end: number): Joint | undefined {
  return text.startsWith(" (", end) ? { value: end + 2, sign: "(", quote: "(" } : undefined;
}

function nameWordEnd(text: string, end: number): number {
  NAME_WORD.lastIndex = end;
  return NAME_WORD.test(text) ? NAME_WORD.lastIndex : end;
}

function isTag(text: string, label: number): boolean {
  return /<(?:[\w-]{1,24}[:_-])?$/.test(text.slice(Math.max(0, label - 26), label));
}
