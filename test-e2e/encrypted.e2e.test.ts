/** @all starts a stack with mutual TLS */
import { afterAll, beforeAll } from "@jest/globals";
import { describeMutualTls, MUTUAL_TLS_ENV } from "./suites/certificates/mutual-tls.ts";
import { type Certificates, makeCertificates } from "./support/certificates.ts";
import { describeEmbeddedOnly } from "./support/scenario.ts";

let certificates: Certificates;
beforeAll(async () => {
  certificates = await makeCertificates();
});
afterAll(() => certificates.remove());

describeEmbeddedOnly(
  "Six services over mutual TLS",
  (scenario) => describeMutualTls(scenario, () => certificates),
  { env: () => MUTUAL_TLS_ENV, certificatesDir: () => certificates.folder },
);
