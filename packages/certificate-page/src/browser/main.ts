/// <reference lib="dom" />
import { attach } from "./attach.ts";

/**
 * Exports the verifier, so that other programs can load this file as a module without dependencies.
 */
export { inMemory, tryEvidencePack } from "@veil/veil/evidence";
export {
  parsePin,
  parseVkey,
  portableCrypto,
  tryCertificate,
  trySummary,
} from "@veil/veil/verifier";
export { certificateContent } from "../content/verified-certificate.ts";

if (typeof document !== "undefined") attach();
