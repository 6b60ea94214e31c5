import type { Clock } from "@veil/contracts/clock";
import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import { VeilKeysManifest } from "@veil/contracts/signer";
import type { ServiceClient } from "@veil/service-kit/http";

interface KeyManifestOptions {
  readonly signer: ServiceClient;
  readonly nowMs: Clock;
  readonly keepMs?: number;
}

const TIMEOUT_MS = 2_000;
const parse = checked(VeilKeysManifest);

/**
 * Returns a function that reads the manifest. It queries veil-signer at most once in `keepMs`.
 * While veil-signer does not respond, it returns the last copy, because the manifest is signed and
 * keys rarely change.
 * @throws ApiError `veil_unavailable` when there is neither a response nor a copy
 */
export function createHttpKeyManifest(
  options: KeyManifestOptions,
): () => Promise<VeilKeysManifest> {
  const { signer, nowMs, keepMs = 10_000 } = options;
  let copy: VeilKeysManifest | undefined;
  let asking: Promise<VeilKeysManifest> | undefined;
  let askAgainAtMs = Number.NEGATIVE_INFINITY;

  async function ask(): Promise<VeilKeysManifest> {
    askAgainAtMs = nowMs() + keepMs;
    copy = await signer.call({ path: "/manifest", timeoutMs: TIMEOUT_MS, parse });
    return copy;
  }

  async function askOnce(): Promise<VeilKeysManifest> {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return await asking;
  }

  return async function currentManifest() {
    if (copy !== undefined && nowMs() < askAgainAtMs) return copy;
    try {
      return await askOnce();
    } catch (cause) {
      if (copy !== undefined) return copy;
      throw new ApiError("veil_unavailable", "The key manifest is not available right now", {
        cause,
        retryAfterSeconds: 5,
      });
    }
  };
}
