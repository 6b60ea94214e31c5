import { endpoint } from "@veil/http-kit";
import type { IRouter } from "express";
import {
  type CertificateRouteDeps,
  getCertificate,
  getOpenings,
  getPublicSummary,
  getSummaryPage,
} from "../modules/veil/routes/certificate.ts";
import {
  VERIFIER_PATHS,
  verificationPageRoute,
  verifierScript,
} from "../modules/veil/routes/verifier.ts";
import type { CustomerEndpoint } from "./customer-endpoint.ts";

const PATH = "/api/v1/veil/certificate/:request_id";
const HINT =
  "The public summary needs no key: GET /api/v1/veil/certificate/{request_id}/public, or /summary for a browser";

/** @param deps - undefined: no certificates are made, and nothing of them is here */
export function certificateEndpoints(
  router: IRouter,
  customer: CustomerEndpoint,
  deps: CertificateRouteDeps | undefined,
): void {
  if (deps === undefined) return;
  const access = { tier: "pro", hint: HINT, replacedKeys: "admitted" } as const;
  customer(PATH, { get: [getCertificate(deps)] }, access);
  customer(`${PATH}/openings`, { get: [getOpenings(deps)] }, access);
  endpoint(router, `${PATH}/public`, { get: [getPublicSummary(deps)] });
  endpoint(router, `${PATH}/summary`, { get: [...getSummaryPage(deps)] });
  endpoint(router, VERIFIER_PATHS.script, { get: [verifierScript()] });
  endpoint(router, VERIFIER_PATHS.verification, { get: [...verificationPageRoute()] });
}
