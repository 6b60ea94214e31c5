export { adminCallerOf, callerOf, keyCallerOf, setCaller } from "./middleware/caller-of.ts";
