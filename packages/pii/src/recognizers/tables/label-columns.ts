import { labelOf } from "../labels/label-table.ts";
import type { LabelForm } from "../labels/label-words.ts";
import { isStatement } from "../labels/statements.ts";
import { type Column, columnOf, headerKey, LONGEST_HEADER, NUMBER } from "./table-headers.ts";

const NAME =
  /^(?=.*\p{L})(?!(?:yes|no|ja|nein|none|null|true|false|string|required|optional|admin|root)$)[\w.@+\\-]{2,40}$/iu;
const MIXED_PASSWORD = /^(?=.*\p{L})(?=.*[\d!@#$%&*?~+=^_-])\S{5,64}$/u;
const LETTERS = /^\p{L}{5,24}$/u;
/** Matches passwords. A cell of only letters may instead be a remark about a password. */
const PASSWORD = {
  test: (cell: string) => MIXED_PASSWORD.test(cell) || (LETTERS.test(cell) && !isStatement(cell)),
};

/** Labels that also occur in tables of things, which have owners and numbers too. */
const UNSURE: ReadonlySet<LabelForm> = new Set(["owner", "record"]);
const ACCEPTS: Partial<Readonly<Record<LabelForm, Column["accepts"]>>> = {
  number: NUMBER,
  record: NUMBER,
  owner: NUMBER,
  iban: NUMBER,
  bic: /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/,
  password: PASSWORD,
  key: MIXED_PASSWORD,
  pin: /^(?=.*\d{3})[\dA-Z*#-]{3,10}$/,
  "account-name": NAME,
  "login-name": NAME,
  nickname: NAME,
  network: NAME,
};

/** Returns the column for `header`, from the known table headers, or otherwise from the labels. */
export function cellColumnOf(header: string): Column | undefined {
  const known = columnOf(header);
  if (known !== undefined || header.length > LONGEST_HEADER) return known;
  const label = labelOf(headerKey(header));
  const accepts = label === undefined ? undefined : ACCEPTS[label.form];
  return label === undefined || accepts === undefined
    ? undefined
    : { type: label.type, isPersonal: !UNSURE.has(label.form), accepts };
}
