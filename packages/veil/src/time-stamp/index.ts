/** Verifies replies of time-stamping authorities (RFC 3161). This code needs `node:crypto`. */
export { parseAuthorities } from "./parse-authorities.ts";
export { mayStamp } from "./stamping-certificate.ts";
export {
  SHA_256,
  type StampDefect,
  StampRefusedError,
  verifyTimeStamp,
} from "./verify-time-stamp.ts";
