import type { AccuracyReport } from "@veil/contracts/accuracy-report";
import type { CertifiedIsolation, CertifiedRelease } from "@veil/contracts/certificate";
import type { DpiaResponse } from "@veil/contracts/public/compliance/dpia";
import { PACK_FILES, type PackRelease } from "@veil/contracts/public/compliance/evidence";
import type { PostureResponse } from "@veil/contracts/public/compliance/posture";
import type { ProcessingRecordResponse } from "@veil/contracts/public/compliance/record";
import type { VeilKeysManifest } from "@veil/contracts/signer";
import type { SweptRule } from "../../ports.ts";
import { oscalAssessment, oscalCatalog, oscalComponents } from "./oscal.ts";

export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What the documents of a pack are made from. All of it was read at one time. */
export interface PackSources {
  readonly posture: PostureResponse;
  readonly record: ProcessingRecordResponse;
  readonly dpia: DpiaResponse;
  readonly swept: readonly SweptRule[];
  readonly certified: CertifiedRelease | null;
  readonly accuracy: { readonly report: AccuracyReport; readonly bytes: Uint8Array };
  readonly isolation: CertifiedIsolation;
  readonly manifest: VeilKeysManifest;
  /** Earlier versions of it, oldest first. */
  readonly earlierManifests: readonly VeilKeysManifest[];
  /** The checkpoint of the log with its cosignatures. */
  readonly checkpoint: string;
  /** The operator's own files. */
  readonly added: readonly NamedBytes[];
}

/** Returns the files of a pack that do not depend on its certificates. */
export function packDocuments(sources: PackSources): readonly NamedBytes[] {
  const { posture, record, dpia, swept, certified, accuracy, isolation, manifest } = sources;
  const at = accuracy.report.measured_at;
  const release: PackRelease = { version: posture.release, certified };
  const retention = swept.map(({ rule, kept, sweptAt }) => ({
    ...{ rule, kept, swept_at: sweptAt.toISOString() },
  }));
  const documents = {
    [PACK_FILES.posture]: posture,
    [PACK_FILES.catalog]: oscalCatalog(posture, at),
    [PACK_FILES.components]: oscalComponents(posture, at),
    [PACK_FILES.assessment]: oscalAssessment(posture),
    [PACK_FILES.record]: record,
    [PACK_FILES.dpia]: dpia,
    [PACK_FILES.retention]: retention,
    [PACK_FILES.release]: release,
    [PACK_FILES.isolation]: isolation,
    [PACK_FILES.manifest]: manifest,
    [PACK_FILES.earlierManifests]: sources.earlierManifests,
  };
  return [
    ...Object.entries(documents).map(([name, document]) => jsonFile(name, document)),
    { name: PACK_FILES.accuracy, bytes: accuracy.bytes },
    { name: PACK_FILES.checkpoint, bytes: Buffer.from(sources.checkpoint) },
    ...sources.added,
  ];
}

export function jsonFile(name: string, document: unknown): NamedBytes {
  return { name, bytes: Buffer.from(`${JSON.stringify(document, null, 2)}\n`) };
}
