import type { Hit, Recognizer } from "../../finding.ts";
import { findLabels, type Label } from "./labels.ts";
import { keysIn } from "./secret-keys.ts";

const PEM_BEGIN = "-----BEGIN ";
const PEM_END = "-----END ";
const PEM_KIND = /-----BEGIN (?:[A-Z]{2,10} ){0,2}PRIVATE KEY(?: BLOCK)?-----/y;
const PEM_BODY = /[A-Za-z0-9+/=\s:,.-]{0,8192}/y;
const PEM_LAST = /-----END [A-Z ]{3,40}-----/y;

const PASSWORD =
  /(?:^|[_-]|[a-z])(?:pass(?:word|wd|phrase|code|wort)|pwd|kennwort|zugangscode|geheimwort)$/;
const KEY =
  /(?:secret|token|(?:api|access|secret|private|auth|encryption|signing|account)[_-]?key)$/;
const QUOTED = /[^\s"'`”“<>{}$]{4,128}(?=["'`”“*])/y;
const PLAIN = /[^\s"'`,;<>(){}[\]|$\\]{4,128}/y;
const NOTHING =
  /^(?:\W+|x+|str(?:ing)?\??!?|text|varchar|char|bytes?|any|null|none|nil|undefined|true|false|required|optional|number|int(?:eger)?|password|passwd|passwort|secret|token|user(?:name)?|your[_-].*|my[_-]password|\w+(?:\.[a-z_]\w*)+|[_a-z]+_(?:password|token|key|secret)|const|await|this|self|process|env|os|new|function|field|hash(?:ed)?|value|input|type|is|for|from|here|has|was|must|should|the)$/i;
const MIXED = /\d|[!@#$%^&*?~+=]/;
const STATED = /assw(?:ord|ort)["']? (?:is|was|ist|lautet|war):? ?["'“„]?([^\s"'“”,;]{4,64})/iy;
const BEARER = /earer +([A-Za-z0-9._~+/-]{16,4096}={0,2})/iy;

/**
 * Private keys (RFC 7468), bearer tokens (RFC 6750), JSON Web Tokens (RFC 7519), keys in the formats of well-known
 * services, and labeled values.
 */
export const secret: Recognizer = {
  name: "secret",
  type: "SECRET",
  find: (doc) => [
    ...privateKeys(doc.text),
    ...keysIn(doc),
    ...labeled(doc.text),
    ...after(doc.text, "assw", STATED, (value) => MIXED.test(value)),
    ...after(doc.text, "earer ", BEARER, (value) => /\d/.test(value)),
  ],
};

function privateKeys(text: string): Hit[] {
  const hits: Hit[] = [];
  let free = 0;
  for (let at = text.indexOf(PEM_BEGIN); at !== -1; at = text.indexOf(PEM_BEGIN, free)) {
    free = at + PEM_BEGIN.length;
    PEM_KIND.lastIndex = at;
    if (!PEM_KIND.test(text)) continue;
    free = bodyEnd(text, PEM_KIND.lastIndex);
    hits.push({ start: at, end: free, confidence: 0.99 });
  }
  return hits;
}

function bodyEnd(text: string, from: number): number {
  PEM_BODY.lastIndex = from;
  PEM_BODY.test(text);
  const body = text.slice(from, PEM_BODY.lastIndex + PEM_END.length).indexOf(PEM_END);
  if (body === -1) return PEM_BODY.lastIndex;
  PEM_LAST.lastIndex = from + body;
  return PEM_LAST.test(text) ? PEM_LAST.lastIndex : from + body;
}

function labeled(text: string): Hit[] {
  return findLabels(text, "detynrg").flatMap((label) => {
    const password = PASSWORD.test(label.word);
    if (!(password || KEY.test(label.word) || label.word === "pin")) return [];
    const value = secretOf(text, label);
    if (!(label.word === "pin" ? /^\d{4,8}$/ : password ? /^.{4}/ : /^(?=.*\d).{12}/).test(value))
      return [];
    return [{ start: label.value, end: label.value + value.length, confidence: 0.85 }];
  });
}

function secretOf(text: string, { value: start, quote, mark, word }: Label): string {
  const pattern = quote === "" || quote === "*" ? PLAIN : QUOTED;
  pattern.lastIndex = start;
  if (!pattern.test(text)) return "";
  if (quote === "" && "([".includes(text.charAt(pattern.lastIndex) || " ")) return "";
  const value = text.slice(start, pattern.lastIndex).replace(/[.:]$/, "");
  if (NOTHING.test(value) || value.toLowerCase() === word) return "";
  // Unquoted after "=", a word of only letters is a variable.
  return quote === "" && mark === "=" && !MIXED.test(value) ? "" : value;
}

function after(
  text: string,
  anchor: string,
  pattern: RegExp,
  accepts: (value: string) => boolean,
): Hit[] {
  const hits: Hit[] = [];
  for (let at = text.indexOf(anchor); at !== -1; at = text.indexOf(anchor, at + 1)) {
    pattern.lastIndex = at;
    const said = pattern.exec(text)?.[1] ?? "";
    const value = said.replace(/[.:]$/, "");
    const end = pattern.lastIndex - (said.length - value.length);
    if (value === "" || !accepts(value)) continue;
    hits.push({ start: end - value.length, end, confidence: 0.8 });
  }
  return hits;
}
