import type { VeilKeysManifest } from "@veil/contracts/signer";

export interface KeyManifests {
  /** @throws ApiError `inference_service_unavailable` when it cannot be had, nor an earlier copy of it. */
  current(): Promise<VeilKeysManifest>;
}
