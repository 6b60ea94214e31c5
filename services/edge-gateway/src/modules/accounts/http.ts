export {
  adminCallerOf,
  callerOf,
  callingKeyOf,
  keyCallerOf,
  sessionCallerOf,
  setCaller,
  websiteCallerOf,
} from "./middleware/caller-of.ts";
export { issuedKey, keyIdOf, revokedKey, rotatedKey, summaryOf } from "./routes/keys.ts";
export { usageOf } from "./routes/usage.ts";
