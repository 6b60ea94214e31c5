import type { CustomerEndpoint } from "../api/register-operations.ts";
import {
  type CertificateRouteDeps,
  getCertificate,
  getOpenings,
  getPublicSummary,
  getSummaryPage,
} from "../modules/certificates/routes/certificate.ts";
import {
  VERIFIER_PATHS,
  verificationPageRoute,
  verifierScript,
} from "../modules/certificates/routes/verifier.ts";
import type { OpenReads } from "./open-reads.ts";

const PATH = "/api/v1/veil/certificate/:request_id";
const HINT =
  "The public summary needs no key: GET /api/v1/veil/certificate/{request_id}/public, or /summary for a browser";

/** @param deps - undefined: no certificates are made, and nothing of them is here */
export function certificateEndpoints(
  read: OpenReads,
  customer: CustomerEndpoint,
  deps: CertificateRouteDeps | undefined,
): void {
  if (deps === undefined) return;
  const access = { tier: "pro", hint: HINT, replacedKeys: "admitted" } as const;
  customer(PATH, { get: [getCertificate(deps)] }, access);
  customer(`${PATH}/openings`, { get: [getOpenings(deps)] }, access);
  read(`${PATH}/public`, [getPublicSummary(deps)]);
  read(`${PATH}/summary`, getSummaryPage(deps));
  read(VERIFIER_PATHS.script, [verifierScript()]);
  read(VERIFIER_PATHS.verification, verificationPageRoute());
}
