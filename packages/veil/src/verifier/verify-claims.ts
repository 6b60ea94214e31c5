import { VerificationError } from "@veil/crypto/portable";
import { requireAllowedItemClasses } from "./allowed-item-classes.ts";
import {
  type CallClaims,
  type ClaimedCall,
  callClaims,
  requireComponents,
  requireLegs,
} from "./call-claims.ts";
import {
  type BatchOptions,
  requireBatchSignature,
  requireInBatch,
  requireTimes,
} from "./claim-batches.ts";
import { requireContext, requireEdges, requireToken } from "./edges.ts";
import { createSteps, type Require, type RunStep } from "./steps.ts";

export interface ClaimsOptions extends BatchOptions {
  /** The time when the certificate is signed: RFC 3339 in UTC, in whole seconds. */
  readonly issuedAt: string;
}

/**
 * Verifies everything that the claims of a call prove by themselves. The signer does this before it
 * signs, and every verifier does it again.
 * @throws VerificationError with the code of the first step that fails (`VERIFICATION_STEPS`)
 */
export function verifyClaims(call: ClaimedCall, options: ClaimsOptions): CallClaims {
  return verifyClaimSteps(call, options, createSteps());
}

/**
 * Verifies claims with a custom function that runs the steps.
 * @param step - runs or omits a step
 */
export function verifyClaimSteps(
  call: ClaimedCall,
  { issuedAt, ...options }: ClaimsOptions,
  step: RunStep,
): CallClaims {
  const { claims } = call;
  step("components", (require) => requireComponents(call, require));
  step("legs", (require) => requireLegs(call, require));
  step("batch_paths", (require) => {
    for (const signed of claims) requireInBatch(signed, options, require);
  });
  step("batch_signatures", (require) => {
    for (const { batch } of claims) requireBatchSignature(batch, options, require);
  });
  step("claim_times", (require) => {
    for (const signed of claims) requireTimes(signed, issuedAt, require);
  });
  step("own_classes", (require) => {
    for (const { claim } of claims) requireAllowedItemClasses(claim, require);
  });
  const parts = callClaims(call);
  if (parts === undefined)
    throw new VerificationError("wrong_components", "a component's claim is missing");
  step("edges", (require) => requireEdges(parts, require));
  step("token", (require) => requireToken(parts, require));
  step("context", (require) => requireContext(parts, require));
  step("response", (require) => requireResponse(call, parts, require));
  return parts;
}

/**
 * Requires a response if the call completed, and none if it failed. A call whose caller
 * disconnected may have either.
 */
function requireResponse({ status }: ClaimedCall, { gateway }: CallClaims, require: Require): void {
  const responses = gateway.emitted.filter(({ peer }) => peer === "customer").length;
  if (status === "completed") require(responses === 1, "a completed call has no response");
  else if (status === "failed") require(responses === 0, "a failed call has a response");
  else require(responses <= 1, "an aborted call has two responses");
}
