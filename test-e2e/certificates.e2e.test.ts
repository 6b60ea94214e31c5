import { describeCertificates } from "./suites/certificates.ts";
import { describeProfiles } from "./support/scenario.ts";

describeProfiles("Certificates", (scenario) => describeCertificates(scenario), {
  env: () => ({ "edge-gateway": { STREAMING_ENABLED: "true" } }),
});
