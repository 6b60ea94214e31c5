export { callerOf, keyCallerOf } from "./middleware/caller-of.ts";
