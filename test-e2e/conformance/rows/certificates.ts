import {
  CERTIFICATE,
  OPENINGS,
  PUBLIC_SUMMARY,
  SUMMARY,
  VERIFICATION_PAGE,
  VERIFIER,
} from "../endpoints.ts";
import { type Row, run, tested } from "../row.ts";

export const ISSUED = run(
  CERTIFICATE,
  200,
  "the customer's own call",
  {},
  {
    body: {
      signable: Object,
      signature: { key_id: String, algorithm: "Ed25519", signature: /^[0-9a-f]{128}$/ },
    },
  },
);

/** Rows for the certificate of a call, its openings, and their errors. */
export const CERTIFICATES: readonly Row[] = [
  ISSUED,
  ...tested([404, "not_found"], CERTIFICATE, OPENINGS),
  ...tested(202, CERTIFICATE),
  run(CERTIFICATE, [404, "certificate_not_found"], "an unknown id", { unknownIds: true }),
  run(CERTIFICATE, [404, "certificate_not_found"], "another customer's", { as: "enterprise" }),
  run(CERTIFICATE, [403, "tier_insufficient"], "a key of the tier free", { as: "free" }),
  run(OPENINGS, 200, "the customer's own call", {}, { body: { seeds: Object, response: String } }),
  run(OPENINGS, [404, "certificate_not_found"], "another customer's", { as: "enterprise" }),
  run(OPENINGS, [403, "tier_insufficient"], "a key of the tier free", { as: "free" }),
];

export const PUBLIC_SUMMARIES: readonly Row[] = [
  run(
    PUBLIC_SUMMARY,
    200,
    "without a key",
    { as: "anonymous" },
    {
      body: {
        status: "issued",
        summary: { type: "veil/certificate-summary/v2", components: Array },
        signature: { key_id: String, algorithm: "Ed25519", signature: /^[0-9a-f]{128}$/ },
        in_log: Boolean,
      },
    },
  ),
  run(
    SUMMARY,
    200,
    "without a key",
    { as: "anonymous" },
    { headers: { "content-type": /^text\/html/ } },
  ),
  ...[VERIFICATION_PAGE, VERIFIER].map((endpoint) =>
    run(endpoint, 200, "without a key", { as: "anonymous" }),
  ),
  ...tested(304, VERIFIER),
  ...tested([404, "not_found"], PUBLIC_SUMMARY, SUMMARY, VERIFICATION_PAGE, VERIFIER),
  ...tested(202, PUBLIC_SUMMARY, SUMMARY),
  ...[PUBLIC_SUMMARY, SUMMARY].map((endpoint) =>
    run(endpoint, [404, "certificate_not_found"], "an unknown id", {
      as: "anonymous",
      unknownIds: true,
    }),
  ),
];
