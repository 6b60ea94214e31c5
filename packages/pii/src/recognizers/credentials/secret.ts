import type { Hit, Recognizer } from "../../finding.ts";
import { keysIn } from "./secret-keys.ts";

const PEM_BEGIN = "-----BEGIN ";
const PEM_END = "-----END ";
const PEM_KIND = /-----BEGIN (?:[A-Z]{2,10} ){0,2}PRIVATE KEY(?: BLOCK)?-----/y;
const PEM_BODY = /[A-Za-z0-9+/=\s:,.-]{0,8192}/y;
const PEM_LAST = /-----END [A-Z ]{3,40}-----/y;

const BEARER = /earer +([A-Za-z0-9._~+/-]{16,4096}={0,2})/iy;
/** Matches password hashes of bcrypt, crypt(5) and Argon2 (PHC string format). */
const PASSWORD_HASH =
  /\$(?:2[aby]?\$\d\d\$[./A-Za-z0-9]{22,53}|[156y]\$(?:[\w./=,]{1,24}\$){1,2}[./A-Za-z0-9]{22,86}|argon2(?:id|i|d)\$[\w=,$+/]{20,200})/y;

/**
 * Recognizes private keys (RFC 7468), bearer tokens (RFC 6750), JSON Web Tokens (RFC 7519), keys in
 * the formats of well-known services, and password hashes. The recognizers in `labels/` find
 * labeled values.
 */
export const secret: Recognizer = {
  name: "secret",
  type: "SECRET",
  parts: [
    {
      name: "secret",
      type: "SECRET",
      find: (doc) => [...privateKeys(doc.text), ...keysIn(doc), ...bearers(doc.text)],
    },
    { name: "secret", type: "SECRET", needs: "$", find: ({ text }) => passwordHashes(text) },
  ],
};

function passwordHashes(text: string): Hit[] {
  const hits: Hit[] = [];
  for (let at = text.indexOf("$"); at !== -1; at = text.indexOf("$", at + 1)) {
    PASSWORD_HASH.lastIndex = at;
    if (!PASSWORD_HASH.test(text)) continue;
    hits.push({ start: at, end: PASSWORD_HASH.lastIndex, confidence: 0.95 });
    at = PASSWORD_HASH.lastIndex - 1;
  }
  return hits;
}

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

function bearers(text: string): Hit[] {
  const hits: Hit[] = [];
  for (let at = text.indexOf("earer "); at !== -1; at = text.indexOf("earer ", at + 1)) {
    BEARER.lastIndex = at;
    const said = BEARER.exec(text)?.[1] ?? "";
    const value = said.replace(/[.:]$/, "");
    const end = BEARER.lastIndex - (said.length - value.length);
    if (/\d/.test(value)) hits.push({ start: end - value.length, end, confidence: 0.8 });
  }
  return hits;
}
