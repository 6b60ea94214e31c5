import { MANIFEST } from "../endpoints.ts";
import { later, line, remark, run } from "../row.ts";

const manifest = (id: string, quote: string, body: Readonly<Record<string, unknown>>) =>
  line(id, quote, run(MANIFEST, 200, `the field ${Object.keys(body)}`, {}, { body }));
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

export const MANIFEST_FIELDS = [
  manifest("KEYS-1", "| issuer | string | |", { issuer: String }),
  manifest("KEYS-2", "| version | integer | |", { version: Number }),
  manifest("KEYS-3", "| supported_protocol_versions | array of integer | |", {
    supported_protocol_versions: Array,
  }),
  manifest("KEYS-4", "| keys | array of VeilKeyEntry | |", { keys: Array }),
  manifest(
    "KEYS-5",
    "| signed_at | date-time | ceremony time; stable across requests; inside the signed bytes |",
    { signed_at: INSTANT },
  ),
  line(
    "KEYS-6",
    "| signatures | object with `gateway` and `witness`, each a VeilManifestSignature | required in production; absent in legacy development-mode responses |",
    run(
      MANIFEST,
      200,
      "a manifest without signatures in development",
      {},
      { without: ["signatures"] },
    ),
    later("witness", "two signatures in production"),
  ),
  manifest(
    "KEYS-7",
    "| served_at | date-time | recomputed per request; excluded from the signed bytes |",
    {
      served_at: INSTANT,
    },
  ),
  manifest(
    "KEYS-8",
    "All of issuer, version, supported_protocol_versions, keys and signed_at are required.",
    { issuer: String, version: Number, keys: Array, signed_at: INSTANT },
  ),
  line(
    "KEYS-9",
    "VeilKeyEntry: service_id (string, required), key_id (string, stable identifier distinguishing rotated keys of one service), public_key (string, hex-encoded Ed25519 public key, required), purpose (string), algorithm (enum `Ed25519`, required), key_state (enum active, retired), not_before (date-time, typically on retired entries), not_after (date-time, on retired entries only).",
  ),
  line(
    "KEYS-10",
    "VeilManifestSignature: key_id (string), algorithm (enum `Ed25519`), signature (hex string); all required.",
    later("witness", "two signatures in production"),
  ),
  line(
    "KEYS-11",
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
    later("witness", "two signatures in production"),
  ),
  line(
    "SDK-2",
    "Fields of admin, compliance, website, session and MCP resources: not shown.",
    remark("Decided: see the lines about these endpoints"),
  ),
];
