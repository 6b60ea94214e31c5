import type { VeilKeysManifest } from "@veil/contracts/signer";
import type { Logger } from "@veil/service-kit/telemetry";
import { manifestHash } from "@veil/veil";
import { createPeriodicTask, type PeriodicTask } from "../../../platform/periodic-task.ts";
import type { KeyManifests } from "../ports.ts";

interface ManifestWatchOptions {
  readonly manifest: () => Promise<VeilKeysManifest>;
  /** @throws VerificationError when a signature is wrong, or the content breaks a rule */
  readonly verify: (manifest: VeilKeysManifest) => void;
  readonly manifests: Pick<KeyManifests, "save">;
  readonly intervalMs: number;
  /** How long the first run waits for the other services to start. */
  readonly startDelayMs: number;
  readonly log: Logger;
}

/** Creates the task that stores each version of the key manifest, for evidence packs. */
export function createManifestWatch(options: ManifestWatchOptions): PeriodicTask {
  const { manifest, verify, manifests, intervalMs, startDelayMs, log } = options;
  const onError = (error: unknown) => log.warn("key_manifest_not_stored", { error });
  let stored = "";

  const task = createPeriodicTask({ intervalMs, batchMs: startDelayMs, onError }, async () => {
    const current = await manifest();
    const hash = manifestHash(current);
    if (hash === stored) return;
    verify(current);
    await manifests.save(current);
    stored = hash;
  });
  task.trigger();
  return task;
}
