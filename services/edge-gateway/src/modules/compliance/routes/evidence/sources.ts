import type { CertifiedRelease } from "@veil/contracts/certificate";
import { ApiError } from "@veil/contracts/errors";
import type { VeilKeysManifest } from "@veil/contracts/signer";
import type { Response } from "express";
import { certifiedIsolation } from "../../../certificates/index.ts";
import type { IsolationMonitor } from "../../../isolation/index.ts";
import type { LogWatch } from "../../background/log-watch.ts";
import type { NamedBytes, PackSources } from "../../domain/evidence/pack-documents.ts";
import type { KeyManifests } from "../../ports.ts";
import { createAssessment, type DpiaDeps } from "../dpia.ts";
import { createRecord } from "../processing-record.ts";

export interface PackDeps extends Omit<DpiaDeps, "accuracy"> {
  readonly accuracy: PackSources["accuracy"];
  readonly currentManifest: () => Promise<VeilKeysManifest>;
  readonly keyManifests: Pick<KeyManifests, "before">;
  readonly certified: CertifiedRelease | null;
  readonly isolation: Pick<IsolationMonitor, "current">;
  readonly logWatch: Pick<LogWatch, "ready" | "find">;
  readonly operatorFiles: () => Promise<readonly NamedBytes[]>;
}

/**
 * Reads what a pack is made from. All documents state the same posture.
 * @throws ApiError `audit_unavailable` when the log cannot be compared, or is empty
 */
export async function readSources(
  deps: PackDeps,
  res: Response,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<PackSources> {
  const { customerId, subject } = deps.customerOf(res);
  await deps.logWatch.ready();
  const posture = await deps.readPosture({ customerId, subject });
  const checkpoint = checkpointOf(deps, posture);
  const stated = { ...deps, readPosture: async () => posture };
  const days = { since: dayOf(since), until: dayOf(until) };
  const [record, dpia, swept, manifest, added] = await Promise.all([
    createRecord(stated, res, days),
    createAssessment({ ...stated, accuracy: deps.accuracy.report }, res, "en"),
    deps.figures.swept(),
    deps.currentManifest(),
    deps.operatorFiles(),
  ]);
  return {
    ...{ posture, record, dpia, swept, manifest, added },
    earlierManifests: await deps.keyManifests.before(manifest),
    certified: deps.certified,
    accuracy: deps.accuracy,
    isolation: certifiedIsolation(deps.isolation.current()),
    checkpoint,
  };
}

/** Returns the checkpoint that the posture states. */
function checkpointOf(
  { logWatch }: Pick<PackDeps, "logWatch">,
  { controls }: PackSources["posture"],
): string {
  const log = controls.find(({ id }) => id === "audit_log_consistent");
  const watched = logWatch.find(log?.evidence[0]?.sha256 ?? "");
  if (watched === undefined || watched.size === 0)
    throw new ApiError("audit_unavailable", "The audit log has no checkpoint yet", {
      retryAfterSeconds: 5,
    });
  return watched.checkpoint;
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
