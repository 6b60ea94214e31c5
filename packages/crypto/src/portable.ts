/** What also runs where `node:crypto` is absent. */
export { verifyEd25519Portable } from "./ed25519-portable.ts";
