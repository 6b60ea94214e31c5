import { checked, parseStrictJson } from "@veil/contracts/parsing";
import { DpiaResponse } from "@veil/contracts/public/compliance/dpia";
import {
  type EvidencePredicate,
  PACK_FILES,
  PackIsolation,
  PackRelease,
} from "@veil/contracts/public/compliance/evidence";
import { PostureResponse } from "@veil/contracts/public/compliance/posture";
import { ProcessingRecordResponse } from "@veil/contracts/public/compliance/record";
import { toHex } from "../hex.ts";
import { requireProbeReports } from "../verifier/probes.ts";
import type { Require } from "../verifier/steps.ts";
import { publicKeyOf } from "../verifier/trusted-manifest.ts";
import type { LogCheckOptions } from "./log-checks.ts";
import { assessedStates, cataloguedControls } from "./oscal-reading.ts";
import type { PackContent } from "./pack-content.ts";

const parsePosture = checked(PostureResponse);
const parseRecord = checked(ProcessingRecordResponse);
const parseDpia = checked(DpiaResponse);
const parseIsolation = checked(PackIsolation);
const parseRelease = checked(PackRelease);

type Content = Pick<PackContent, "files">;

function documentOf({ files }: Content, name: string): unknown {
  return parseStrictJson(files.get(name) ?? new Uint8Array());
}

/** Requires that the posture is of this time, release and checkpoint, and counts its controls. */
export function requirePosture(
  content: Content,
  { generated_at, release, checkpoint }: EvidencePredicate,
  require: Require,
): PostureResponse {
  const posture = parsePosture(documentOf(content, PACK_FILES.posture));
  const { controls } = posture;
  require(posture.generated_at === generated_at, "it is of another time");
  require(posture.release === release, "it is of another release");
  for (const state of ["met", "not_met", "unknown"] as const)
    require(posture[state] ===
      controls.filter((control) => control.state === state).length, "it counts otherwise");
  const ids = new Set(controls.map(({ id }) => id));
  require(ids.size === controls.length, "it has a control twice");
  const log = controls.find(({ id }) => id === "audit_log_consistent");
  require(log?.evidence.some(({ sha256 }) => sha256 === checkpoint.sha256) ===
    true, "it is of another state of the log");
  return posture;
}

/** Requires that the OSCAL assessment has the posture's state of each control. */
export function requireAssessment(
  content: Content,
  { controls }: PostureResponse,
  require: Require,
): void {
  const states = assessedStates(documentOf(content, PACK_FILES.assessment));
  require(states.size === controls.length, "it assesses other controls");
  for (const { id, state } of controls)
    require(states.get(id) === state, `it states otherwise for ${id}`);
}

/** Requires that catalog and component definition have exactly the controls of the posture. */
export function requireCatalog(
  content: Content,
  { controls }: PostureResponse,
  require: Require,
): void {
  const expected = controls.map(({ id }) => id).sort();
  for (const name of [PACK_FILES.catalog, PACK_FILES.components]) {
    const ids = [...cataloguedControls(documentOf(content, name))].sort();
    require(ids.join() === expected.join(), `${name} has other controls`);
  }
}

/** Requires that release and accuracy report are those of which the posture speaks. */
export function requireRelease(
  content: Content,
  { controls }: PostureResponse,
  { release }: EvidencePredicate,
  { crypto }: LogCheckOptions,
  require: Require,
): void {
  const { version } = parseRelease(documentOf(content, PACK_FILES.release));
  require(version === release, "the release has another version");
  const sha256 = toHex(crypto.sha256(content.files.get(PACK_FILES.accuracy) ?? new Uint8Array()));
  const accuracy = controls.find(({ id }) => id === "detection_accuracy");
  require(accuracy?.evidence.some((evidence) => evidence.sha256 === sha256) ===
    true, "the accuracy report is another one");
}

/** Requires that the probes signed what the pack says of the sandboxes' networks. */
export function requireIsolation(
  content: Content,
  { manifest, crypto }: LogCheckOptions,
  require: Require,
): void {
  const isolation = parseIsolation(documentOf(content, PACK_FILES.isolation));
  const probeKey = (probe: string, keyId: string) => publicKeyOf(manifest, probe, "message", keyId);
  requireProbeReports(isolation, { crypto, probeKey }, require);
}

/** Requires that the documents have their form, and the measures of the record their states. */
export function requireDocuments(
  content: Content,
  { controls }: PostureResponse,
  require: Require,
): void {
  const { measures } = parseRecord(documentOf(content, PACK_FILES.record));
  parseDpia(documentOf(content, PACK_FILES.dpia));
  const states = new Map(controls.map(({ title, state }) => [title, state]));
  for (const { title, state } of measures)
    require(states.get(title) === state, `the record states otherwise for: ${title}`);
}
