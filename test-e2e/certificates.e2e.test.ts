/** @all starts a stack for each profile, and stops its services */
import { describeCertificateCrashes } from "./suites/certificates/certificate-crashes.ts";
import { describeCertificateEvidence } from "./suites/certificates/certificate-evidence.ts";
import { describeCertificates } from "./suites/certificates/certificates.ts";
import { describeEvidencePack } from "./suites/certificates/evidence-pack.ts";
import { describePortal } from "./suites/portal.ts";
import { describeProfiles } from "./support/scenario.ts";

describeProfiles(
  "Certificates",
  (scenario) => {
    describeCertificates(scenario);
    describeCertificateEvidence(scenario);
    describeEvidencePack(scenario);
    describePortal(scenario);
    describeCertificateCrashes(scenario);
  },
  { env: () => ({ "edge-gateway": { STREAMING_ENABLED: "true", THINKING_ENABLED: "true" } }) },
);
