import { SignClaimsRequest } from "@veil/contracts/claims";
import { checked } from "@veil/contracts/parsing";
import { answerSigning, type ClaimSigner } from "@veil/veil/claims";
import { type CallRoute, jsonCall } from "../http/index.ts";

/**
 * Enough for 256 claims of 600 items of 200 bytes. A sanitiser's claim for 256 fields has 513
 * items.
 */
const BODY_LIMIT_BYTES = 32 * 1024 * 1024;

const parse = checked(SignClaimsRequest);

/**
 * Returns the route `POST /claims/sign`, which signs claims that this component made, with one
 * signature for all. It stores nothing. Mount it behind an access check that admits only the edge
 * gateway.
 */
export function claimRoute(signer: ClaimSigner): CallRoute {
  return {
    path: "/claims/sign",
    limitBytes: BODY_LIMIT_BYTES,
    repeatable: true,
    answer: jsonCall(parse, (request) => answerSigning(signer, request)),
  };
}
