import { signEd25519, type VerificationCode } from "@veil/crypto";
import { manifestHash } from "@veil/veil";
import { summaryBytes } from "@veil/veil/verifier";
import { TEST_TIMES } from "./test-deployment.ts";
import type { SummaryChanges } from "./test-summary.ts";

type BadSummary = readonly [name: string, code: VerificationCode, changes: SummaryChanges];

const replaced = (from: string, to: string): SummaryChanges => ({
  text: (json) => json.replace(from, () => to),
});
const inSummary = (member: string) => replaced('"summary":{', `"summary":{${member},`);
const stated = (change: object): SummaryChanges => ({
  summary: (summary) => void Object.assign(summary, change),
});
const afterwards = (change: object): SummaryChanges => ({
  signed: ({ summary }) => void Object.assign(summary, change),
});

/** A time after the rotation of the signer's key. */
const LATER = TEST_TIMES.rotation.replace("T00:", "T01:");

const DOCUMENT_DEFECTS: readonly BadSummary[] = [
  ["truncated summary", "malformed", { text: (json) => json.slice(0, -1) }],
  ["duplicate member", "malformed", inSummary('"attempts":1')],
  ["a fraction in a summary", "malformed", replaced('"attempts":1', '"attempts":1.0')],
  ["no summary in it", "unsupported_version", { text: () => '{"status":"pending"}' }],
  [
    "a certificate instead",
    "unsupported_version",
    stated({ type: "veil/isolation-certificate/v1" }),
  ],
  ["later version of summaries", "unsupported_version", stated({ protocol_version: 3 })],
  ["unknown member of the summary", "bad_schema", inSummary('"leg_id":"trq_1"')],
  ["own __proto__ in a summary", "bad_schema", inSummary('"__proto__":{}')],
  ["missing member of the summary", "bad_schema", replaced('"attempts":1,', "")],
  ["unknown class in a summary", "bad_schema", replaced('"class":"token"', '"class":"secret"')],
];

const TRUST_DEFECTS: readonly BadSummary[] = [
  [
    "summary with a changed manifest",
    "untrusted_manifest",
    { manifest: (manifest) => Object.assign(manifest, { issuer: "other.example" }) },
  ],
  ["summary of another issuer", "wrong_manifest", stated({ issuer: "other.example" })],
  [
    "summary under another manifest",
    "wrong_manifest",
    stated({ manifest: { version: 1, sha256: "ab".repeat(32) } }),
  ],
  ["changed count", "bad_signature", afterwards({ redaction_count: 3 })],
  ["changed request of a summary", "bad_signature", afterwards({ request_id: "req_2" })],
  [
    "component removed from a summary",
    "bad_signature",
    { signed: ({ summary }) => void summary.components.pop() },
  ],
  [
    "wrong signature of a summary",
    "bad_signature",
    { signed: ({ signature }) => void Object.assign(signature, { signature: "ab".repeat(64) }) },
  ],
  [
    "summary signed with the bridge's key",
    "bad_signature",
    {
      signed: ({ summary, signature }, { keysOf }) => {
        const { keyId, key } = keysOf("bridge").signing("claim");
        const signed = signEd25519(key, summaryBytes(summary)).toString("hex");
        Object.assign(signature, { key_id: keyId, signature: signed });
      },
    },
  ],
  [
    "summary signed with a retired key",
    "key_not_valid",
    {
      signable: (own, { rotated }) => {
        own.manifest = { version: 2, sha256: manifestHash(rotated) };
        own.issued_at = LATER;
      },
      manifest: (_, { rotated }) => rotated,
    },
  ],
];

/** Public summaries with one defect each. */
export const BAD_SUMMARIES: readonly BadSummary[] = [...DOCUMENT_DEFECTS, ...TRUST_DEFECTS];
