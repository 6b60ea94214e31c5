import type { CertificateOrder } from "@veil/contracts/certificate";
import type { Claim, ClaimComponent } from "@veil/contracts/claims";
import type { Require } from "./steps.ts";

/** A call with its claims. */
export type ClaimedCall = Pick<CertificateOrder, "request_id" | "status" | "claims">;

/** The claims of one call. */
export interface CallClaims {
  readonly gateway: Claim;
  readonly bridge: Claim;
  readonly sanitiser: Claim;
  /** Undefined when the call ended before the worker responded. */
  readonly worker: Claim | undefined;
}

/** Returns the first claim of each component, or undefined if one is missing. */
export function callClaims({ claims }: ClaimedCall): CallClaims | undefined {
  const of = (component: ClaimComponent) =>
    claims.find(({ claim }) => claim.component === component)?.claim;
  const [gateway, bridge, sanitiser] = [of("edge-gateway"), of("bridge"), of("sanitiser")];
  if (gateway === undefined || bridge === undefined || sanitiser === undefined) return undefined;
  return { gateway, bridge, sanitiser, worker: of("inference-worker") };
}

/**
 * Requires exactly one claim of each component. If the call did not complete, the worker's claim
 * may be missing.
 */
export function requireComponents({ claims, status }: ClaimedCall, require: Require): void {
  const names = claims.map(({ claim }) => claim.component);
  require(new Set(names).size === names.length, "a component made two claims");
  for (const name of ["edge-gateway", "bridge", "sanitiser"] as const)
    require(names.includes(name), "a component's claim is missing");
  require(status !== "completed" ||
    names.includes("inference-worker"), "a completed call has no claim of the worker");
}

/**
 * Requires that the gateway's leg id is the request id, and that all leg ids differ, because a
 * common id would make the sandboxes' data linkable.
 */
export function requireLegs({ claims, request_id }: ClaimedCall, require: Require): void {
  const legs = claims.map(({ claim }) => claim.leg_id);
  require(new Set(legs).size === legs.length, "two legs have one id");
  for (const { claim } of claims) {
    const ofRequest = claim.leg_id === request_id;
    if (claim.component === "edge-gateway")
      require(ofRequest, "the gateway's claim is of another request");
    else require(!ofRequest, "the id of a leg is the id of the request");
  }
}
