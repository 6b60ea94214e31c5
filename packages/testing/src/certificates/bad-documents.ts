import { VerificationError } from "@veil/crypto";
import type { BadCase } from "./case-type.ts";
import type { Changes } from "./test-certificate.ts";

/**
 * Replaces text in the document.
 * @throws Error when the document does not contain the text, because the file would then have no
 * defect
 */
function replaced(from: string | RegExp, to: string): Changes {
  return {
    text(json) {
      const next = json.replace(from, () => to);
      if (next === json) throw new VerificationError("malformed", "Test: nothing was replaced");
      return next;
    },
  };
}

const added = (member: string) => replaced("{", `{${member},`);
const inSignable = (member: string) => replaced('"signable":{', `"signable":{${member},`);

/** Documents that are not valid JSON, or that parsers could read in different ways. */
const JSON_DEFECTS: readonly BadCase[] = [
  ["empty file", "malformed", { text: () => "" }],
  ["not JSON", "malformed", { text: () => "certificate" }],
  ["null", "unsupported_version", { text: () => "null" }],
  ["truncated document", "malformed", { text: (json) => json.slice(0, -1) }],
  ["trailing bytes", "malformed", { text: (json) => `${json}x` }],
  ["two documents", "malformed", { text: (json) => json + json }],
  ["a comment", "malformed", { text: (json) => `${json}// fine` }],
  ["byte order mark", "malformed", { text: (json) => `\u00ef\u00bb\u00bf${json}` }],
  ["bytes that are not UTF-8", "malformed", replaced("gateway.example", "gateway.\u00ffexample")],
  ["NUL after the document", "malformed", { text: (json) => `${json}\u0000` }],
  ["duplicate key", "malformed", inSignable('"attempts":1')],
  ["duplicate key by escape", "malformed", inSignable('"\\u0061ttempts":1')],
  ["duplicate signature", "malformed", added('"signature":null')],
  ["a fraction", "malformed", replaced('"attempts":1', '"attempts":1.0')],
  ["an exponent", "malformed", replaced('"attempts":1', '"attempts":1e0')],
  ["negative zero", "malformed", replaced('"redaction_count":2', '"redaction_count":-0')],
  ["huge number", "malformed", replaced('"attempts":1', '"attempts":1e400')],
  ["number beyond 2^53", "malformed", replaced('"attempts":1', '"attempts":9007199254740993')],
  ["lone surrogate", "malformed", replaced("gateway.example", "gateway.\\ud800example")],
  ["too deep", "malformed", added(`"x":${"[".repeat(200)}${"]".repeat(200)}`)],
  ["too large", "malformed", { text: (json) => json + " ".repeat(1_048_576) }],
];

/** Documents that do not match the schema of a certificate. */
const SCHEMA_DEFECTS: readonly BadCase[] = [
  ["unknown member", "bad_schema", added('"comment":"fine"')],
  ["unknown signable member", "bad_schema", inSignable('"customer_id":"cus_1"')],
  ["own __proto__", "bad_schema", added('"__proto__":{}')],
  ["own constructor", "bad_schema", inSignable('"constructor":{}')],
  ["own toString", "bad_schema", inSignable('"toString":"x"')],
  ["missing member", "bad_schema", replaced('"attempts":1,', "")],
  ["missing evidence member", "bad_schema", replaced(/,"evidence":.*/, "}")],
  ["upper-case hex", "bad_schema", replaced('"trace_sha256":"abab', '"trace_sha256":"ABAB')],
  ["signature of 63 bytes", "bad_schema", signatureOf((hex) => hex.slice(2))],
  ["signature of 65 bytes", "bad_schema", signatureOf((hex) => `${hex}00`)],
  ["signature of odd length", "bad_schema", signatureOf((hex) => hex.slice(1))],
  ["upper-case signature", "bad_schema", signatureOf((hex) => hex.toUpperCase())],
  ["another algorithm", "bad_schema", replaced('"algorithm":"Ed25519"', '"algorithm":"none"')],
  ["time with an offset", "bad_schema", issuedAt("2026-01-02T13:00:02+01:00")],
  ["time in milliseconds", "bad_schema", issuedAt("2026-01-02T12:00:02.000Z")],
  ["a letter beyond ASCII", "bad_schema", replaced("gateway.example", "g\\u00e4teway.example")],
  [
    "the same letter, decomposed",
    "bad_schema",
    replaced("gateway.example", "ga\\u0308teway.example"),
  ],
  ["unknown class of item", "bad_schema", replaced('"class":"token"', '"class":"secret"')],
  [
    "a fifth claim",
    "bad_schema",
    { certificate: ({ signable: { claims } }) => void claims.push(...claims.slice(0, 1)) },
  ],
  ["no claims", "bad_schema", { signable: (signable) => void signable.claims.splice(0) }],
];

const PROTOCOL_DEFECTS: readonly BadCase[] = [
  [
    "type swap",
    "unsupported_version",
    { signable: (own) => void Object.assign(own, { type: "veil/claim/v1" }) },
  ],
  [
    "later version",
    "unsupported_version",
    { signable: (own) => void Object.assign(own, { protocol_version: 3 }) },
  ],
  [
    "version as text",
    "unsupported_version",
    replaced(/"protocol_version":\d/, '"protocol_version":"2"'),
  ],
  [
    "manifest in its place",
    "unsupported_version",
    { text: () => '{"issuer":"x","version":1,"keys":[]}' },
  ],
];

function signatureOf(change: (hex: string) => string): Changes {
  return {
    certificate: ({ signature }) =>
      void Object.assign(signature, { signature: change(signature.signature) }),
  };
}

function issuedAt(time: string): Changes {
  return { signable: (signable) => void Object.assign(signable, { issued_at: time }) };
}

const S_BYTES = 32;
const L = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;

/** Returns a different encoding of the same signature, which RFC 8032, section 5.1.7 forbids. */
export function plusL(hex: string): string {
  const s = Buffer.from(hex, "hex").subarray(S_BYTES).reverse().toString("hex");
  const more = (BigInt(`0x${s}`) + L).toString(16).padStart(2 * S_BYTES, "0");
  return hex.slice(0, 2 * S_BYTES) + Buffer.from(more, "hex").reverse().toString("hex");
}

const SIGNATURE_DEFECTS: readonly BadCase[] = [
  [
    "wrong signature of a logged certificate",
    "bad_signature",
    { signed: ({ signature }) => void Object.assign(signature, { signature: "ab".repeat(64) }) },
  ],
  [
    "one bit of the signature",
    "bad_signature",
    signatureOf((hex) => hex.slice(0, -1) + (hex.endsWith("0") ? "1" : "0")),
  ],
  ["S + L", "bad_signature", signatureOf(plusL)],
  ["identity signature", "bad_signature", signatureOf(() => `01${"00".repeat(63)}`)],
  ["zero signature", "bad_signature", signatureOf(() => "00".repeat(64))],
  [
    "changed request",
    "bad_signature",
    { certificate: ({ signable }) => void Object.assign(signable, { request_id: "req_2" }) },
  ],
  [
    "changed trace",
    "bad_signature",
    {
      certificate: ({ signable }) =>
        void Object.assign(signable, { trace_sha256: "cd".repeat(32) }),
    },
  ],
  [
    "claims removed after signing",
    "bad_signature",
    { certificate: ({ signable }) => void signable.claims.pop() },
  ],
  [
    "claims reordered",
    "bad_signature",
    { certificate: ({ signable }) => void signable.claims.reverse() },
  ],
  [
    "key_id swap: another key's id",
    "bad_signature",
    {
      certificate: ({ signature }, { keysOf }) =>
        void Object.assign(signature, { key_id: keysOf("bridge").signing("claim").keyId }),
    },
  ],
  [
    "id of no key",
    "bad_signature",
    { certificate: ({ signature }) => void Object.assign(signature, { key_id: "nobody" }) },
  ],
];

export const BAD_DOCUMENTS: readonly BadCase[] = [
  ...JSON_DEFECTS,
  ...SCHEMA_DEFECTS,
  ...PROTOCOL_DEFECTS,
  ...SIGNATURE_DEFECTS,
];
