export {
  adminCallerOf,
  callerOf,
  keyCallerOf,
  sessionCallerOf,
  setCaller,
  websiteCallerOf,
} from "./middleware/caller-of.ts";
export { keyIdOf, revokedKey, rotatedKey } from "./routes/key.ts";
export { issuedKey, summaryOf } from "./routes/keys.ts";
export { type UsageDeps, usageOf } from "./routes/usage.ts";
