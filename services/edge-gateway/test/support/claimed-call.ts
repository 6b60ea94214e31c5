import type { AuthenticatedClaim, Claim, OpenedClaim } from "@veil/contracts/claims";
import type { InferenceJob } from "@veil/contracts/inference";
import { systemRandomBytes } from "@veil/crypto";
import type { TestTrust } from "@veil/testing";
import { TEST_CALL, TEST_JOB, testClaims, testSeed } from "@veil/testing/certificates";
import { claimItem, claimMacKeys, createClaimMaker } from "@veil/veil/claims";
import { jobItems } from "@veil/veil/job-items";
import { type CertificateDraft, draftCertificate } from "../../src/modules/certificates/index.ts";
import type { IsolationReport } from "../../src/modules/isolation/index.ts";

export const API_KEY = "svc_the_caller";
export const OWNER = { actor: "token:abc", scope: "0".repeat(64), subject: "1".repeat(64) };
export const UNVERIFIED: IsolationReport = {
  ...{ aToB: "unverified", bToA: "unverified", enforcedBy: "service-credentials" },
  probedAt: undefined,
};

const hex = (name: string) => testSeed(name).toString("hex");

/** Makes the claims of honest components for a test call, signed with their own keys. */
export function createClaimedCall(testTrust: Pick<TestTrust, "keysOf">, nowMs: () => number) {
  const honest = testClaims();
  const makerOf = (component: Claim["component"]) => {
    const [macKey] = claimMacKeys(testTrust.keysOf(component));
    return createClaimMaker({ component, macKey, nowMs });
  };

  function authenticated(claim: Claim, legId: string): AuthenticatedClaim {
    const { component, received, emitted } = claim;
    return makerOf(component).claim({ legId, received, emitted });
  }

  /** @param requestId - the request id, from which the ids of the other legs are derived */
  function draft(requestId: string, job: InferenceJob = TEST_JOB): CertificateDraft {
    const ofSanitiser = { emitted: honest.gateway.emitted, received: honest.gateway.received };
    const own = (items: Claim["received"]) => items.filter(({ peer }) => peer === "sanitiser");
    return draftCertificate({
      ...{ requestId, apiKey: API_KEY, customerId: TEST_CALL.customerId, owner: OWNER },
      claims: {
        token: { seed: hex("identity"), claim: authenticated(honest.bridge, `trq_${requestId}`) },
        sanitiser: {
          opened: {
            ...authenticated(honest.sanitiser, `srq_${requestId}`),
            seed: hex("sanitised_context"),
          },
          emitted: own(ofSanitiser.emitted),
          received: own(ofSanitiser.received),
        },
        seeds: {
          raw_context: hex("raw_context"),
          job: hex("job"),
          response: hex("response"),
        },
      },
      ...{ job, redactionCount: 2, sanitizerLayers: ["L1"], random: systemRandomBytes },
    });
  }

  /** @param output - the model's output as the worker passed it on; undefined if there is none */
  function worker(requestId: string, output: string | undefined): OpenedClaim {
    const seed = testSeed("output");
    const written = (peer: "provider" | "edge-gateway") =>
      output === undefined
        ? []
        : [
            claimItem(
              { item: "model_output", class: "model_output", value: output },
              { seed, peer },
            ),
          ];
    const received = [
      ...jobItems(TEST_JOB, TEST_JOB.claim, "edge-gateway"),
      ...written("provider"),
    ];
    const claim = { ...honest.worker, received, emitted: written("edge-gateway") };
    return { ...authenticated(claim, `jrq_${requestId}`), seed: hex("output") };
  }

  return { draft, worker, maker: makerOf("edge-gateway") };
}
