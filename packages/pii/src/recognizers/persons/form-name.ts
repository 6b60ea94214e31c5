import type { Hit, Recognizer } from "../../finding.ts";

const KIND = /(?<!\p{L})(?:last|first|middle|family|given|full|maiden)[ _]$/iu;
/**
 * Matches a value after a label without a colon. As on scanned forms, two or more blanks must end
 * the label.
 */
const VALUE =
  /[ \t]{2,20}(\p{Lu}[\p{L}'’-]{1,24}(?: \p{Lu}[\p{L}'’-]{0,24}){0,2})(?=[ \t]{2}|[ \t]?(?:[\r\n]|$))/uy;
const LONGEST_LABEL = 12;
const ROLES = [
  "victim",
  "suspect",
  "witness",
  "complainant",
  "patient",
  "driver",
  "insured",
  "arrestee",
];
const INVERTED =
  /\p{L}+: {1,4}(\p{Lu}[\p{Lu}'’-]{1,24}, \p{Lu}{2,20}(?: \p{Lu}(?:\.|(?!\p{L})))?)(?!\p{L})/uy;

/**
 * Recognizes names after form labels without a colon, "LAST NAME  BAKER", and in certificates,
 * "CN=Beate Lorenz" (RFC 4519, RFC 5545).
 */
export const formName: Recognizer = {
  name: "form-name",
  type: "PERSON",
  triggers: ["name", "surname", "forename", "vorname", "nachname", "familienname", "cn", ...ROLES],
  find({ text }, triggeredAt) {
    return triggeredAt.flatMap((at) => {
      if (/^cn/i.test(text.slice(at, at + 2))) return commonName(text, at);
      const inverted = valueAt(text, at, INVERTED);
      return inverted.length === 0 ? labeled(text, at) : inverted;
    });
  },
};

function labeled(text: string, at: number): Hit[] {
  const [label = ""] = /^\p{L}+/u.exec(text.slice(at, at + LONGEST_LABEL)) ?? [];
  if (ROLES.includes(label.toLowerCase())) return [];
  if (label.length === 4 && !KIND.test(text.slice(Math.max(0, at - 9), at))) return [];
  return valueAt(text, at + label.length, VALUE);
}

const COMMON_NAME =
  /="?(\p{Lu}[\p{L}'’-]{1,24}(?:,? \p{Lu}[\p{L}.'’-]{0,24}){1,3})(?=[",:;\n]|$)/uy;
const NO_PERSON =
  /\b(?:CA|Root|Authority|Server|Class|Validation|Cert\w*|Secure|SSL|TLS|Trust|Signing|Global|Inc|Ltd|GmbH|Corp|Users|Domain|Admins?|Service|System)\b/;

function commonName(text: string, at: number): Hit[] {
  return valueAt(text, at + 2, COMMON_NAME).filter(
    ({ start, end }) => !NO_PERSON.test(text.slice(start, end)),
  );
}

function valueAt(text: string, at: number, pattern: RegExp): Hit[] {
  pattern.lastIndex = at;
  const [all = "", value = ""] = pattern.exec(text) ?? [];
  if (value === "") return [];
  const start = at + all.length - value.length;
  return [{ start, end: start + value.length, confidence: 0.8 }];
}
