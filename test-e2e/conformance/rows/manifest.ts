import { MANIFEST } from "../endpoints.ts";
import { later, line, remark, run, tested } from "../row.ts";
import { SDK } from "./sdk.ts";

const manifest = (quote: string, body: Readonly<Record<string, unknown>>) =>
  line(quote, run(MANIFEST, 200, `the field ${Object.keys(body)}`, {}, { body }));
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const VERIFIED = tested("a verifier's steps", [
  "packages/veil/src/manifest.test.ts",
  "by the documented recipe, step by step",
]);

export const MANIFEST_FIELDS = [
  manifest("| issuer | string | |", { issuer: String }),
  manifest("| version | integer | |", { version: Number }),
  manifest("| supported_protocol_versions | array of integer | |", {
    supported_protocol_versions: Array,
  }),
  manifest("| keys | array of VeilKeyEntry | |", { keys: Array }),
  manifest(
    "| signed_at | date-time | ceremony time; stable across requests; inside the signed bytes |",
    { signed_at: INSTANT },
  ),
  line(
    "| signatures | object with `gateway` and `witness`, each a VeilManifestSignature | required in production; absent in legacy development-mode responses |",
    run(MANIFEST, 200, "the form of development", {}, { without: ["signatures"] }),
    later("witness", "two signatures in production"),
  ),
  manifest("| served_at | date-time | recomputed per request; excluded from the signed bytes |", {
    served_at: INSTANT,
  }),
  manifest(
    "All of issuer, version, supported_protocol_versions, keys and signed_at are required.",
    { issuer: String, version: Number, keys: Array, signed_at: INSTANT },
  ),
  line(
    "VeilKeyEntry: service_id (string, required), key_id (string, stable identifier distinguishing rotated keys of one service), public_key (string, hex-encoded Ed25519 public key, required), purpose (string), algorithm (enum `Ed25519`, required), key_state (enum active, retired), not_before (date-time, typically on retired entries), not_after (date-time, on retired entries only).",
    VERIFIED,
  ),
  line(
    "VeilManifestSignature: key_id (string), algorithm (enum `Ed25519`), signature (hex string); all required.",
    later("witness", "two signatures in production"),
  ),
  line(
    "Verifier recipe: remove `signatures` and `served_at`, canonicalise the rest (keys sorted, no whitespace), then verify both `signatures.gateway.signature` and `signatures.witness.signature` over those bytes with Ed25519. Both must validate. Development-mode deployments (environment not production and no witness-signed blob on disk) instead emit a legacy single-signature shape with top-level `signature`, `signing_key_id` and `signing_algorithm` and no `signatures` object. Production always emits the dual-signature shape.",
    run(
      MANIFEST,
      200,
      "one signature in development",
      {},
      {
        body: {
          signature: /^[0-9a-f]{128}$/,
          signing_key_id: String,
          signing_algorithm: "Ed25519",
        },
        without: ["signatures"],
      },
    ),
    VERIFIED,
    later("witness", "two signatures in production"),
  ),
  line(
    "Responses of the two SDK-compatible endpoints carry a `metadata` object with a `svc_compliance` block holding: request_id, veil_certificate_url, veil_summary_url, redaction_count, sanitizer_layers, latency_ms. Types of these fields are not further described here.",
    SDK.answered,
  ),
  line(
    "Fields of admin, compliance, website, session and MCP resources: not shown.",
    remark("Decided: see the lines about these endpoints"),
  ),
];
