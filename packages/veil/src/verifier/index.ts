/** Verifies certificates without files and without a network. Also runs where `node:crypto` is absent. */
export type { CallClaims, ClaimedCall } from "./call-claims.ts";
export type { BatchOptions, ClaimKey, KnownBatches } from "./claim-batches.ts";
export { type StepName, VERIFICATION_STEPS } from "./steps.ts";
export { portableCrypto, type VerifierCrypto } from "./verifier-crypto.ts";
export { type ClaimsOptions, verifyClaims } from "./verify-claims.ts";
