import type { CertifiedIsolation, IsolationCertificate } from "@veil/contracts/certificate";
import { PACK_FILES, type PackConsistency } from "@veil/contracts/public/compliance/evidence";
import type { PostureResponse } from "@veil/contracts/public/compliance/posture";
import type { ProcessingRecordResponse } from "@veil/contracts/public/compliance/record";
import type { TestDeployment } from "@veil/testing/certificates";
import {
  atCheckpoint,
  type BadPack,
  type Defect,
  evidenceKey,
  leavesOf,
  predicated,
  restated,
  rewritten,
  sampledIn,
  signedBy,
  statement,
  text,
} from "./pack-defects.ts";
import { checkpointOf, MADE_AT, signedPack, type TestPack, testPack } from "./test-pack.ts";

/** The parts of OSCAL documents that the defects change. */
interface Assessment {
  readonly "assessment-results": { readonly results: readonly { risks?: unknown }[] };
}
interface Catalog {
  readonly catalog: { readonly controls: unknown[] };
}

/** Packs whose signatures or contents are bad in one respect. */
export const BAD_EVIDENCE: readonly BadPack[] = [
  [
    "a key manifest that other people signed",
    "untrusted_manifest",
    rewritten(PACK_FILES.manifest, (own) => void Object.assign(own, { issuer: "other.example" })),
  ],
  [
    "an index that names another manifest",
    "wrong_manifest",
    predicated(() => ({ manifest: { version: 1, sha256: "0".repeat(64) } })),
  ],
  [
    "an index that names another issuer",
    "wrong_manifest",
    predicated(() => ({ issuer: "other.example" })),
  ],
  [
    "a key that the manifest does not list",
    "unknown_key",
    signedBy("bridge", "claim", "not-listed"),
  ],
  ["a key of another service", "unknown_key", signedBy("bridge", "claim")],
  ["a key of the gateway for another purpose", "unknown_key", signedBy("edge-gateway", "claim")],
  [
    "a signature of another key",
    "bad_signature",
    (pack) => signedBy("bridge", "claim", evidenceKey(pack))(pack),
  ],
  [
    "a statement that was changed after it was signed",
    "bad_signature",
    statement((own) => void Object.assign(own.predicate, { since: "2025-01-01T00:00:00Z" })),
  ],
  ["a pack that was made before its key was valid", "key_not_valid", early],
  [
    "a checkpoint that no listed key signed",
    "bad_checkpoint",
    restated(PACK_FILES.checkpoint, (note) => note.replace(/\n— gateway[^\n]*\n/, "\n")),
  ],
  [
    "a checkpoint that the index does not name",
    "bad_checkpoint",
    predicated(({ checkpoint }) => ({ checkpoint: { ...checkpoint, size: 5 } })),
  ],
  [
    "a checkpoint without the cosignature of the witness",
    "not_witnessed",
    atCheckpoint(({ files, predicate: { checkpoint } }) => ({
      ...checkpoint,
      note: text(files.get(PACK_FILES.checkpoint)).replace(/— witness[^\n]*\n/, ""),
    })),
  ],
  [
    "a list with a certificate twice",
    "bad_list",
    restated(PACK_FILES.certificates, (list) => list.replace(/(req_[^\n]*\n)/, "$1$1")),
  ],
  [
    "a list with a certificate of another period",
    "bad_list",
    restated(PACK_FILES.certificates, (list) => list.replace("2026-01-02T12", "2027-01-02T12")),
  ],
  [
    "a list that is cut off",
    "bad_list",
    restated(PACK_FILES.certificates, (list) => list.slice(0, -10)),
  ],
  [
    "an index that names another number of certificates",
    "bad_list",
    predicated(({ certificates }) => ({ certificates: { ...certificates, listed: 7 } })),
  ],
  [
    "a sample without a certificate that was drawn",
    "wrong_sample",
    (pack) => {
      const files = new Map(pack.files);
      files.delete(sampledIn(pack)[0] ?? "");
      return signedPack({ ...pack, files });
    },
  ],
  [
    "a certificate in the sample that was not drawn",
    "wrong_sample",
    restated(PACK_FILES.certificates, (list) => list.replace(",yes", ",no")),
  ],
  [
    "a sampled certificate that was changed",
    "bad_certificate",
    (pack) =>
      rewritten<IsolationCertificate>(
        sampledIn(pack)[0] ?? "",
        (own) => void Object.assign(own.signable, { attempts: 2 }),
      )(pack),
  ],
  [
    "a certificate in the file of another",
    "bad_certificate",
    (pack) => {
      const [one = "", two = ""] = sampledIn(pack);
      const files = new Map(pack.files).set(one, pack.files.get(two) ?? Buffer.alloc(0));
      return signedPack({ ...pack, files });
    },
  ],
  [
    "a list that names another hash than the log",
    "wrong_log_entry",
    restated(PACK_FILES.certificates, (list) => list.replace(/[0-9a-f]{64}/, "0".repeat(64))),
  ],
  [
    "a log that was forked",
    "forked_log",
    atCheckpoint(({ deployment }) =>
      headOf(deployment, leavesOf("a", "b", "c", "d", "e", "f", "g")),
    ),
  ],
  ["no proof of the log's consistency", "forked_log", restated(PACK_FILES.consistency, () => "[]")],
  [
    "a wrong proof of the log's consistency",
    "forked_log",
    rewritten<PackConsistency>(
      PACK_FILES.consistency,
      ([proof]) => void proof?.path.fill(`${"A".repeat(43)}=`),
    ),
  ],
  ["a checkpoint that is older than the certificates", "stale_checkpoint", stale],
  ["a checkpoint that was witnessed hours before", "stale_checkpoint", witnessedBefore],
  [
    "a changed posture",
    "wrong_posture",
    rewritten<PostureResponse>(
      PACK_FILES.posture,
      ({ controls }) => void Object.assign(controls[2] ?? {}, { state: "met" }),
    ),
  ],
  [
    "a posture of another time",
    "wrong_posture",
    rewritten(
      PACK_FILES.posture,
      (own) => void Object.assign(own, { generated_at: "2026-01-03T00:00:00.000Z" }),
    ),
  ],
  [
    "an assessment that states otherwise",
    "wrong_assessment",
    restated(PACK_FILES.assessment, (json) => json.replace('"not-satisfied"', '"satisfied"')),
  ],
  [
    "an assessment that hides an open risk",
    "wrong_assessment",
    rewritten<Assessment>(PACK_FILES.assessment, (own) => {
      for (const result of own["assessment-results"].results) delete result.risks;
    }),
  ],
  [
    "a catalog without a control",
    "wrong_catalog",
    rewritten<Catalog>(PACK_FILES.catalog, ({ catalog }) => void catalog.controls.pop()),
  ],
  [
    "an accuracy report of another release",
    "wrong_release",
    restated(PACK_FILES.accuracy, (json) => `${json} `),
  ],
  [
    "another version of the release",
    "wrong_release",
    rewritten(PACK_FILES.release, (own) => void Object.assign(own, { version: "0.5.0" })),
  ],
  [
    "a verdict without the report of its probe",
    "unproven_isolation",
    rewritten<CertifiedIsolation>(PACK_FILES.isolation, ({ reports }) => void reports.pop()),
  ],
  [
    "a record whose measures state otherwise",
    "wrong_document",
    rewritten<ProcessingRecordResponse>(
      PACK_FILES.record,
      ({ measures }) => void Object.assign(measures[2] ?? {}, { state: "met" }),
    ),
  ],
  [
    "an assessment that has another form",
    "wrong_document",
    rewritten(PACK_FILES.dpia, (own) => void Object.assign(own, { more: 1 })),
  ],
  [
    "an earlier key manifest that was changed",
    "wrong_key_history",
    rewritten<{ signed_at: string }[]>(
      PACK_FILES.earlierManifests,
      ([first]) => void Object.assign(first ?? {}, { signed_at: "2025-01-01T00:00:00Z" }),
    ),
  ],
  [
    "an earlier key manifest with a key that was lost since",
    "wrong_key_history",
    earlierManifest((keys) => void Object.assign(keys[0] ?? {}, { key_id: "lost" })),
  ],
  [
    "an earlier key manifest that the present one does not follow",
    "wrong_key_history",
    earlierManifest((keys) => void keys.reverse()),
  ],
  [
    "an earlier key manifest that is there twice",
    "wrong_key_history",
    rewritten<object[]>(PACK_FILES.earlierManifests, (own) => void own.push(own[0] ?? {})),
  ],
];

function headOf(deployment: TestDeployment, leaves: readonly Uint8Array[], at?: string) {
  const note = checkpointOf(deployment, leaves, at);
  const [, size = "", root = ""] = note.split("\n");
  return { note, size: Number(size), root: Buffer.from(root, "base64").toString("hex") };
}

function early(pack: TestPack): Promise<Uint8Array> {
  const generated_at = "2025-12-31T00:00:00.000Z";
  return signedPack({ ...pack, predicate: { ...pack.predicate, generated_at } });
}

/** The log of the pack ends before its certificates, and the pack was made an hour later. */
async function stale({ deployment }: TestPack): Promise<Uint8Array> {
  const later = new Date(Date.parse(MADE_AT) + 50 * 60_000).toISOString();
  return await signedPack(await testPack(deployment, { packSize: 4, madeAt: later }));
}

async function witnessedBefore({ deployment }: TestPack): Promise<Uint8Array> {
  const later = new Date(Date.parse(MADE_AT) + 61 * 60_000).toISOString();
  return await signedPack(await testPack(deployment, { madeAt: later }));
}

/** Signs an earlier manifest with other keys, as both people. */
function earlierManifest(change: Parameters<TestDeployment["resign"]>[0]): Defect {
  return (pack) =>
    rewritten<object[]>(PACK_FILES.earlierManifests, (own) => {
      own[0] = { ...pack.deployment.resign(change), served_at: MADE_AT };
    })(pack);
}
