/** What also runs where `node:crypto` is absent. */
export { canonicalJson, type JsonValue } from "./canonical-json.ts";
export { verifyEd25519Portable } from "./ed25519-portable.ts";
export { type VerificationCode, VerificationError, verifying } from "./verification-error.ts";
