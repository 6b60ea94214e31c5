/** @all starts a stack for each profile, and stops its services */
import { describeCertificateCrashes } from "./suites/certificates/certificate-crashes.ts";
import { describeCertificateEvidence } from "./suites/certificates/certificate-evidence.ts";
import { describeCertificates } from "./suites/certificates/certificates.ts";
import { describeEvidencePack } from "./suites/certificates/evidence-pack.ts";
import { describePortalPages } from "./suites/portal/pages.ts";
import { describePortalWalks } from "./suites/portal/walks.ts";
import { describeProfiles } from "./support/scenario.ts";

describeProfiles(
  "Certificates",
  (scenario, profile) => {
    describeCertificates(scenario);
    describeCertificateEvidence(scenario);
    describeEvidencePack(scenario);
    describePortalWalks(scenario);
    if (profile === "embedded") describePortalPages(scenario);
    describeCertificateCrashes(scenario);
  },
  {
    env: () => ({
      "edge-gateway": {
        ...{ STREAMING_ENABLED: "true", THINKING_ENABLED: "true" },
        // The portal's pages are loaded again and again.
        ...{ ACCOUNT_CALLS_PER_MINUTE: "10000", AUDIT_VIEWS_PER_MINUTE: "1000" },
        COMPLIANCE_CALLS_PER_MINUTE: "10000",
      },
    }),
  },
);
