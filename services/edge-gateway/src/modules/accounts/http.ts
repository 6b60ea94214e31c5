export { callerOf } from "./middleware/authenticate.ts";
