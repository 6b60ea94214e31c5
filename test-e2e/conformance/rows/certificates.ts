import {
  CERTIFICATE,
  OPENINGS,
  PUBLIC_SUMMARY,
  SUMMARY,
  VERIFICATION_PAGE,
  VERIFIER,
} from "../endpoints.ts";
import { inGateway, provenBy, type Row, run } from "../row.ts";

const IN_THE_MAKING = inGateway("certificates", "its reader gets 202 and when to ask again");

export const ISSUED = run(
  CERTIFICATE,
  200,
  "of an own call",
  {},
  {
    body: {
      signable: Object,
      signature: { key_id: String, algorithm: "Ed25519", signature: /^[0-9a-f]{128}$/ },
    },
  },
);

const none = (endpoint: string) =>
  provenBy(
    endpoint,
    [404, "not_found"],
    "no certificates are made",
    inGateway("certificates", "Without VEIL_ENABLED nothing of certificates is there"),
  );

/** The certificate of a call, and what belongs to it. */
export const CERTIFICATES: readonly Row[] = [
  ISSUED,
  ...[CERTIFICATE, OPENINGS].map(none),
  provenBy(CERTIFICATE, 202, "it is being made", IN_THE_MAKING),
  run(CERTIFICATE, [404, "certificate_not_found"], "an unknown id", { unknownIds: true }),
  run(CERTIFICATE, [404, "certificate_not_found"], "another customer's", { as: "enterprise" }),
  run(CERTIFICATE, [403, "tier_insufficient"], "a key of the tier free", { as: "free" }),
  run(OPENINGS, 200, "of an own call", {}, { body: { seeds: Object, response: String } }),
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
        summary: { type: "veil/certificate-summary/v1", components: Array },
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
    {
      headers: { "content-type": /^text\/html/ },
    },
  ),
  ...[VERIFICATION_PAGE, VERIFIER].flatMap((endpoint) => [
    run(endpoint, 200, "without a key", { as: "anonymous" }),
    none(endpoint),
  ]),
  provenBy(
    VERIFIER,
    304,
    "the caller has it",
    inGateway(
      "certificates",
      "gets the verifier from the gateway, and keeps it while it is the same",
    ),
  ),
  ...[PUBLIC_SUMMARY, SUMMARY].flatMap((endpoint) => [
    none(endpoint),
    provenBy(endpoint, 202, "it is being made", IN_THE_MAKING),
    run(endpoint, [404, "certificate_not_found"], "an unknown id", {
      as: "anonymous",
      unknownIds: true,
    }),
  ]),
];
