import { Type } from "typebox";
import { CertificateOpenings, IsolationCertificate } from "../../certificate.ts";
import {
  PendingCertificateResponse,
  PublicSummaryResponse,
} from "../../public/certificate-summary.ts";
import type { DocumentedAnswer, Operation } from "../operation.ts";

const PATH = "/api/v1/veil/certificate/{request_id}";

const pending: DocumentedAnswer = {
  description: "The certificate is being made",
  schema: PendingCertificateResponse,
  headers: { "Retry-After": "Seconds" },
};

const page = (description: string): DocumentedAnswer => ({
  description,
  schema: Type.String(),
  contentType: "text/html",
});

const feature = "certificates";
const errors = ["certificate_not_found"] as const;

/** Access to the whole certificate; the summary has `open` access. */
const access = {
  feature,
  access: "key or session",
  tier: {
    atLeast: "pro",
    hint: `The public summary needs no key: GET ${PATH}/public, or /summary for a browser`,
  },
  admits: ["replaced keys"],
} as const satisfies Partial<Operation>;
const open = { feature, access: "none", limit: "open reads" } as const;

export const CERTIFICATE_OPERATIONS: readonly Operation[] = [
  {
    ...{ method: "get", path: PATH, id: "readCertificate", tag: "Verification" },
    summary:
      "The isolation certificate of an inference of the caller's customer, for pro and enterprise",
    description: "It can be verified offline, with the key manifest: veil verify.",
    ...access,
    answers: {
      200: { description: "The certificate", schema: IsolationCertificate },
      202: pending,
    },
    errors,
  },
  {
    ...{ method: "get", path: `${PATH}/openings`, id: "readCertificateOpenings" },
    tag: "Verification",
    summary:
      "What opens the commitments of a certificate, for the API key or session that sent the request",
    ...access,
    answers: { 200: { description: "The openings", schema: CertificateOpenings } },
    errors,
  },
  {
    ...{ method: "get", path: `${PATH}/public`, id: "readCertificateSummary", tag: "Verification" },
    summary: "What anyone may know of a certificate, signed by the signer",
    description:
      "It can be verified with the key manifest and without the certificate: docs/veil-format.md.",
    ...open,
    answers: {
      200: { description: "The summary", schema: PublicSummaryResponse },
      202: pending,
    },
    errors: [...errors, "inference_service_unavailable"],
  },
  {
    ...{ method: "get", path: `${PATH}/summary`, id: "readCertificatePage", tag: "Verification" },
    summary: "The same as a page for people",
    ...open,
    answers: {
      200: page("The page"),
      202: { ...page("The certificate is being made"), headers: { "Retry-After": "Seconds" } },
    },
    errors: [...errors, "inference_service_unavailable"],
  },
  {
    ...{ method: "get", path: "/veil/verify", id: "readVerificationPage", tag: "Verification" },
    summary: "A page that verifies a certificate from files, in the browser",
    ...open,
    answers: { 200: page("The page") },
    errors: [],
  },
  {
    ...{ method: "get", path: "/veil/verifier.js", id: "readVerifier", tag: "Verification" },
    summary: "The verifier for browsers, one module without dependencies",
    ...open,
    answers: {
      200: {
        ...{ description: "The script", schema: Type.String(), contentType: "text/javascript" },
        headers: { ETag: "SHA-256 of the script" },
      },
      304: { description: "The caller has it: If-None-Match names it" },
    },
    errors: [],
  },
];
