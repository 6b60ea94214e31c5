/// <reference lib="dom" />
import { attach } from "./attach.ts";

/** The verifier for other programs too: the file is a module without dependencies. */
export {
  parsePin,
  parseVkey,
  portableCrypto,
  tryCertificate,
  trySummary,
} from "@veil/veil/verifier";

if (typeof document !== "undefined") attach();
