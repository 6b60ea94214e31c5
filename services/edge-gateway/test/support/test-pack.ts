import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { type CertificateVersion, IsolationCertificate } from "@veil/contracts/certificate";
import { checkedJson } from "@veil/contracts/parsing";
import { type EvidencePredicate, PACK_FILES } from "@veil/contracts/public/compliance/evidence";
import type { MeasuredControl, PostureResponse } from "@veil/contracts/public/compliance/posture";
import {
  canonicalJson,
  consistencyPath,
  inclusionPath,
  merkleLeafHash,
  merkleRoot,
  sha256,
  sha256Hex,
  signEd25519,
} from "@veil/crypto";
import { readAccuracyReport } from "@veil/pii/accuracy";
import { TEST_TIMES, type TestDeployment, testCertificate } from "@veil/testing/certificates";
import { manifestHash } from "@veil/veil";
import { type ListedCertificate, signedIndex } from "@veil/veil/evidence";
import { checkpointText, cosign, signText, writeSignedNote } from "@veil/veil/log";
import { loggedBytes } from "@veil/veil/verifier";
import { createZipPack } from "../../src/modules/compliance/adapters/zip-pack.ts";
import { dpia } from "../../src/modules/compliance/domain/dpia/dpia.ts";
import { packDocuments } from "../../src/modules/compliance/domain/evidence/pack-documents.ts";
import { processingRecord } from "../../src/modules/compliance/domain/processing-record.ts";
import { addCertificates } from "../../src/modules/compliance/routes/evidence/certificates.ts";

export const MADE_AT = "2026-01-02T12:05:00.000Z";
const PERIOD = { since: new Date("2026-01-01T00:00:00Z"), until: new Date("2026-02-01T00:00:00Z") };
const CUSTOMER = `cus_${"0".repeat(40)}` as Parameters<typeof addCertificates>[1]["customerId"];

/** The files of a pack in their order, without the index. */
export interface TestPack {
  readonly deployment: TestDeployment;
  readonly files: Map<string, Uint8Array>;
  readonly predicate: EvidencePredicate;
}

interface Sampled {
  readonly requestId: string;
  readonly version: CertificateVersion;
  readonly certificate: IsolationCertificate;
}

const parse = checkedJson(IsolationCertificate);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

/** Makes certificates of both versions whose events are in one log, proven at several sizes. */
function certificatesIn(deployment: TestDeployment) {
  const made = Array.from({ length: 6 }, (_, at): Sampled => {
    const requestId = `req_${sha256Hex(`certificate ${at}`).slice(0, 32)}`;
    const version = at < 4 ? 2 : 1;
    const { certificate } = testCertificate(deployment, {
      version,
      claims: ({ gateway }) => void Object.assign(gateway, { leg_id: requestId }),
      signable: (own) => void Object.assign(own, { request_id: requestId }),
    });
    return { requestId, version, certificate: parse(certificate) };
  });
  const entries = made.map(({ certificate, requestId, version }, at) => {
    const event = canonicalJson({
      ...{ version: 2, event_id: `00000000-0000-4000-8000-00000000000${at}` },
      ...{ occurred_at: TEST_TIMES.issue, actor: "system", scope: "ab".repeat(32) },
      ...(version === 1
        ? { event_type: "VEIL_CERTIFICATE_ISSUED", request_id: requestId }
        : { event_type: "VEIL_CERTIFICATES_ISSUED" }),
      payload: { certificate_sha256: sha256Hex(loggedBytes(certificate)) },
    });
    const prev = sha256(`before ${at}`);
    const seq = Buffer.alloc(8);
    seq.writeBigUInt64BE(BigInt(at + 1));
    return { event, prev, leaf: merkleLeafHash(sha256(Buffer.of(0), prev, seq, event)) };
  });
  const leaves = entries.map(({ leaf }) => leaf);
  for (const [at, { certificate }] of made.entries()) {
    const { event = "", prev = Buffer.alloc(0) } = entries[at] ?? {};
    const size = at < 3 ? 4 : leaves.length;
    certificate.evidence = {
      ...{ event, seq: at + 1, prev_hash: hex(prev) },
      path: inclusionPath(leaves.slice(0, size), at).map(hex),
      checkpoint: checkpointOf(deployment, leaves.slice(0, size)),
    };
  }
  return { made, leaves };
}

export function checkpointOf(
  { log, witness }: TestDeployment,
  leaves: readonly Uint8Array[],
  witnessedAt: string = TEST_TIMES.witnessed,
): string {
  const head = { size: leaves.length, root: merkleRoot(leaves), origin: log.key.name };
  const text = checkpointText(head);
  const seconds = Date.parse(witnessedAt) / 1_000;
  const signatures = [signText(text, log), cosign(text, witness, seconds)];
  return writeSignedNote({ text, signatures });
}

function control(id: string, state: MeasuredControl["state"], evidence?: string): MeasuredControl {
  return {
    ...{ id, title: `Title of ${id}`, promise: `Promise of ${id}`, state },
    ...(state !== "met" && { reason: "A reason" }),
    measured_at: state === "unknown" ? null : MADE_AT,
    ...{ measured_by: "edge gateway", method: "run_time_test", figures: [] },
    evidence: evidence === undefined ? [] : [{ address: "where it is", sha256: evidence }],
    ...{ gdpr_articles: ["32(1)(b)"], protection_goals: ["integrity"] },
  };
}

function postureAt(checkpoint: string, madeAt: string): PostureResponse {
  const controls = [
    control("audit_log_consistent", "met", sha256Hex(checkpoint)),
    control("detection_accuracy", "met", readAccuracyReport().sha256),
    control("retention", "not_met"),
    control("audit_log_witnessed", "unknown"),
  ];
  return {
    ...{ generated_at: madeAt, release: "0.4.0", met: 2, not_met: 1, unknown: 1 },
    ...{ unknown_share: 0.25, controls },
  };
}

interface PackOptions {
  /** The size of the log at the pack's checkpoint. */
  readonly packSize?: number;
  readonly madeAt?: string;
}

/** Makes the files of a pack, as the gateway does. */
export async function testPack(
  deployment: TestDeployment,
  { packSize = 6, madeAt = MADE_AT }: PackOptions = {},
): Promise<TestPack> {
  const { made, leaves } = certificatesIn(deployment);
  const present = leaves.slice(0, packSize);
  const checkpoint = checkpointOf(deployment, present);
  const posture = postureAt(checkpoint, madeAt);
  const { controls } = posture;
  const accuracy = readAccuracyReport();
  const now = new Date(madeAt);
  const shared = { providers: [], regions: new Map<string, string>() };
  const record = processingRecord({
    ...{ now, since: "2026-01-01", until: "2026-02-01", activities: [], sums: [], inputs: [] },
    ...{ swept: [], controls, ...shared },
  });
  const assessment = dpia({
    ...{ posture, record, accuracy: accuracy.report, ...shared, language: "en" },
    inputs: new Map(),
  });
  const [first] = made;
  if (first === undefined) throw new Error("There is no certificate");
  const { isolation } = first.certificate.signable;
  const { rotated: manifest } = deployment;
  const head = { size: packSize, root: hex(merkleRoot(present)) };
  const pack = createZipPack(now);
  const files = new Map<string, Uint8Array>();
  const recording = {
    ...pack,
    add: ({ name, bytes }: { name: string; bytes: Uint8Array }) => void files.set(name, bytes),
    async addParts(name: string, parts: AsyncIterable<string>) {
      files.set(name, Buffer.from(await text(Readable.from(parts))));
    },
  };
  for (const file of packDocuments({
    ...{ posture, record, dpia: assessment, swept: [], certified: null, accuracy, isolation },
    ...{ manifest: { ...manifest, served_at: MADE_AT }, checkpoint, added: [] },
    earlierManifests: [{ ...deployment.manifest, served_at: MADE_AT }],
  }))
    recording.add(file);
  const rows: ListedCertificate[] = made.map(({ requestId, version, certificate }) => ({
    ...{ requestId, version, endedAt: new Date(TEST_TIMES.claim), isProven: true },
    loggedSha256: sha256Hex(loggedBytes(certificate)),
  }));
  const certificates = await addCertificates(
    {
      figures: {
        async *issuedCertificates() {
          yield rows;
        },
      },
      certificateOf: async (_customer, requestId) =>
        made.find((each) => each.requestId === requestId)?.certificate,
      logReader: {
        consistency: async (from, to) =>
          consistencyPath(leaves.slice(0, to), from).map((hash) =>
            Buffer.from(hash).toString("base64"),
          ),
      },
    },
    { customerId: CUSTOMER, period: PERIOD, ...head },
    recording,
  );
  files.set(PACK_FILES.readme, Buffer.from("read me"));
  return {
    ...{ deployment, files },
    predicate: {
      ...{ issuer: manifest.issuer, release: posture.release, generated_at: madeAt },
      manifest: { version: manifest.version, sha256: manifestHash(manifest) },
      since: PERIOD.since.toISOString(),
      until: PERIOD.until.toISOString(),
      checkpoint: { ...head, sha256: sha256Hex(checkpoint) },
      certificates,
    },
  };
}

/** Signs the index of the files, with the gateway's key for evidence. */
export function indexOf({ deployment, files, predicate }: TestPack): Uint8Array {
  const hashed = [...files].map(([name, bytes]) => ({ name, sha256: sha256Hex(bytes) }));
  const { keyId, key } = deployment.keysOf("edge-gateway").signing("evidence");
  return signedIndex(hashed, predicate, { keyId, sign: (bytes) => signEd25519(key, bytes) });
}

/** Writes an archive of the files. */
export async function zipped(files: Iterable<readonly [string, Uint8Array]>): Promise<Buffer> {
  const pack = createZipPack(new Date(MADE_AT));
  for (const [name, bytes] of files) pack.add({ name, bytes });
  pack.end();
  return await buffer(pack.output);
}

/** Writes a good pack with its index. */
export function signedPack(pack: TestPack): Promise<Buffer> {
  return zipped([...pack.files, [PACK_FILES.index, indexOf(pack)]]);
}
