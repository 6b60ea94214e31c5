/** @all starts a stack for each profile, and ends its services */
import { describeCertificateCrashes } from "./suites/certificate-crashes.ts";
import { describeCertificateEvidence } from "./suites/certificate-evidence.ts";
import { describeCertificates } from "./suites/certificates.ts";
import { describeProfiles } from "./support/scenario.ts";

describeProfiles(
  "Certificates",
  (scenario) => {
    describeCertificates(scenario);
    describeCertificateEvidence(scenario);
    describeCertificateCrashes(scenario);
  },
  { env: () => ({ "edge-gateway": { STREAMING_ENABLED: "true" } }) },
);
