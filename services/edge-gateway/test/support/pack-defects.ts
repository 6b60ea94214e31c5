import {
  type DsseEnvelope,
  type EvidenceStatement,
  PACK_FILES,
} from "@veil/contracts/public/compliance/evidence";
import type { VerificationCode } from "@veil/crypto";
import { sha256, sha256Hex, signEd25519 } from "@veil/crypto";
import { signedIndex } from "@veil/veil/evidence";
import { indexOf, signedPack, type TestPack, zipped } from "./test-pack.ts";

/** Makes a bad pack from a good one. */
export type Defect = (pack: TestPack) => Promise<Uint8Array> | Uint8Array;

/** What is wrong, the code of the step that refuses it, and the defect. */
export type BadPack = readonly [what: string, code: VerificationCode, defect: Defect];

export const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString();

/** Changes a file before the index is signed, so that only what it says is wrong. */
export const restated =
  (name: string, change: (text: string) => string): Defect =>
  (pack) => {
    const bytes = Buffer.from(change(text(pack.files.get(name))));
    return signedPack({ ...pack, files: new Map([...pack.files, [name, bytes]]) });
  };
/** Changes a JSON document of the form `T` before the index is signed. */
export const rewritten = <T extends object>(name: string, change: (document: T) => void) =>
  restated(name, (json) => {
    const document: T = JSON.parse(json);
    change(document);
    return JSON.stringify(document);
  });
/** Changes the files after the index was signed. */
export const changed =
  (change: (files: Map<string, Uint8Array>) => void): Defect =>
  (pack) => {
    const files = new Map([...pack.files, [PACK_FILES.index, indexOf(pack)]]);
    change(files);
    return zipped(files);
  };
/** Changes what the index says before it is signed. */
export const predicated =
  (change: (predicate: TestPack["predicate"]) => Partial<TestPack["predicate"]>): Defect =>
  (pack) =>
    signedPack({ ...pack, predicate: { ...pack.predicate, ...change(pack.predicate) } });
/** Changes the envelope after it was signed. */
export const enveloped = (change: (envelope: DsseEnvelope) => void): Defect =>
  changed((files) => {
    const envelope: DsseEnvelope = JSON.parse(text(files.get(PACK_FILES.index)));
    change(envelope);
    files.set(PACK_FILES.index, Buffer.from(JSON.stringify(envelope)));
  });
/** Changes bytes of the archive. Both texts have one length. */
export const patched =
  (from: string, to: string): Defect =>
  async (pack) =>
    Buffer.from((await signedPack(pack)).toString("latin1").replaceAll(from, to), "latin1");

/** Signs the index with a key of the deployment. */
export const signedBy =
  (service: "bridge" | "edge-gateway", purpose: "claim", keyId?: string): Defect =>
  ({ deployment, files, predicate }) => {
    const hashed = [...files].map(([name, bytes]) => ({ name, sha256: sha256Hex(bytes) }));
    const own = deployment.keysOf(service).signing(purpose);
    const signer = {
      keyId: keyId ?? own.keyId,
      sign: (bytes: Uint8Array) => signEd25519(own.key, bytes),
    };
    return zipped([...files, [PACK_FILES.index, signedIndex(hashed, predicate, signer)]]);
  };

export const evidenceKey = ({ deployment }: TestPack) =>
  deployment.keysOf("edge-gateway").signing("evidence").keyId;
export const sampledIn = ({ files }: TestPack) =>
  [...files.keys()].filter((name) => name.startsWith("certificates/"));

/** Replaces the checkpoint everywhere in the pack that names it. */
export const atCheckpoint =
  (
    make: (pack: TestPack) => {
      readonly note: string;
      readonly size: number;
      readonly root: string;
    },
  ): Defect =>
  (pack) => {
    const { note, size, root } = make(pack);
    const before = pack.predicate.checkpoint.sha256;
    const after = sha256Hex(note);
    const files = new Map(pack.files);
    files.set(PACK_FILES.checkpoint, Buffer.from(note));
    files.set(
      PACK_FILES.posture,
      Buffer.from(text(files.get(PACK_FILES.posture)).replaceAll(before, after)),
    );
    const predicate = { ...pack.predicate, checkpoint: { size, root, sha256: after } };
    return signedPack({ ...pack, files, predicate });
  };

export const leavesOf = (...names: readonly string[]) => names.map((name) => sha256(name));

/** Changes the statement of the index after it was signed. */
export function statement(change: (statement: EvidenceStatement) => void): Defect {
  return enveloped((envelope) => {
    const own: EvidenceStatement = JSON.parse(Buffer.from(envelope.payload, "base64").toString());
    change(own);
    envelope.payload = Buffer.from(JSON.stringify(own)).toString("base64");
  });
}
