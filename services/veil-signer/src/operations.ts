import type { SignedManifest } from "@veil/contracts/signer";
import type { ReadyCheck } from "@veil/service-kit/http";
import { ALLOWED_CALLERS } from "./allowed-callers.ts";

/** Reports the service as ready once it has its manifest. */
export function checkReady(manifest: SignedManifest | undefined): readonly ReadyCheck[] {
  return [{ name: "manifest", ok: manifest !== undefined }];
}

export function describeInvariant(manifestForm: "development" | "witnessed"): object {
  return {
    zone: "veil",
    allowed_callers: ALLOWED_CALLERS,
    opens_connections_to: [],
    manifest_form: manifestForm,
  };
}
