import type { IsolationCertificate } from "@veil/contracts/certificate";
import { canonicalJson, type JsonValue, messageBytes } from "@veil/crypto/portable";
import {
  BAD_CERTIFICATES,
  GOOD_CERTIFICATES,
  type TestDeployment,
  testCertificate,
} from "@veil/testing/certificates";
import { batchBytes, claimBytes } from "../src/claims/index.ts";
import { parseSignedNote } from "../src/log/index.ts";
import { signedBytes } from "../src/manifest-bytes.ts";
import { certificateBatchBytes, loggedBytes, signableBytes } from "../src/verifier/index.ts";
import { requireStrictJson } from "../src/verifier/strict-json.ts";

/** A document, and its bytes that we sign or log. */
export interface CanonicalDocument {
  readonly document: unknown;
  readonly bytes: Uint8Array;
}

export interface MadeSignature {
  readonly name: string;
  /** The public key in hexadecimal. */
  readonly publicKey: string;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
}

/**
 * Returns all documents in the test certificates that are strict JSON, including events and
 * reports. Each document is returned once.
 */
export function canonicalDocuments(deployment: TestDeployment): CanonicalDocument[] {
  const found = new Map<string, CanonicalDocument>();
  const changes = [
    ...GOOD_CERTIFICATES.map(([, change]) => change),
    ...BAD_CERTIFICATES.map(([, , change]) => change),
  ];
  for (const change of changes) {
    const { certificate, manifest } = testCertificate(deployment, change);
    const own = [...inCertificate(parsed(certificate)), ...inManifest(parsed(manifest))];
    for (const one of own) found.set(Buffer.from(one.bytes).toString("utf8"), one);
  }
  return [...found.values()];
}

function inCertificate(value: unknown): CanonicalDocument[] {
  if (!isCertificate(value)) return [];
  const { signable, evidence } = value;
  const claims = signable.claims.flatMap(({ claim, batch }) => {
    const { signature: _, ...unsigned } = batch;
    return [
      { document: claim, bytes: claimBytes(claim) },
      { document: unsigned, bytes: batchBytes(batch) },
    ];
  });
  const event = Buffer.from(evidence?.event ?? "");
  return [
    { document: signable, bytes: signableBytes(signable) },
    { document: loggedDocument(value), bytes: loggedBytes(value) },
    ...(parsed(event) === undefined ? [] : [{ document: parsed(event), bytes: event }]),
    ...signable.isolation.reports.flatMap(({ body }) => findingsIn(Buffer.from(body))),
    ...claims,
  ];
}

/** Returns the document whose hash the log contains. */
function loggedDocument({ signable, place, signature }: IsolationCertificate): object {
  return place === undefined ? { signable, signature } : { batch: batchOf(place), signature };
}

function batchOf({ size, root }: NonNullable<IsolationCertificate["place"]>) {
  return { type: "veil/certificate-batch/v2", size, root };
}

/** Returns the findings in a report's body, which a probe signs as text. */
function findingsIn(body: Uint8Array): CanonicalDocument[] {
  const document = parsed(body);
  if (document === undefined) return [];
  return [{ document, bytes: Buffer.from(canonicalJson(document as JsonValue)) }];
}

function inManifest(value: unknown): CanonicalDocument[] {
  if (!isObject(value)) return [];
  const { signatures, served_at, ...witnessed } = value;
  const { signature, signing_key_id, signing_algorithm, ...development } = witnessed;
  const document = signatures === undefined ? development : witnessed;
  return [{ document, bytes: signedBytes(value) }];
}

/**
 * Returns one signature of each kind: of the certificate, a batch, a report and the checkpoint, and
 * both signatures of the manifest.
 */
export function madeSignatures({ manifest, ...deployment }: TestDeployment): MadeSignature[] {
  const { certificate: file } = testCertificate({ ...deployment, manifest });
  const certificate = parsed(file);
  if (!isCertificate(certificate)) throw new Error("Test: no certificate");
  const { signable, place, signature, evidence } = certificate;
  if (place === undefined) throw new Error("Test: no place");
  const publicKey = (keyId: string) =>
    manifest.keys.find(({ key_id }) => key_id === keyId)?.public_key ?? "";
  const made = (name: string, keyId: string, message: Uint8Array, hex: string) => ({
    ...{ name, publicKey: publicKey(keyId), message, signature: Buffer.from(hex, "hex") },
  });
  return [
    made("certificates", signature.key_id, certificateBatchBytes(place), signature.signature),
    ...signable.claims.map(({ batch }) =>
      made(`batch of ${batch.component}`, batch.key_id, batchBytes(batch), batch.signature),
    ),
    ...signable.isolation.reports.map((report) => ({
      ...made(`report of ${report.sender}`, report.signing_key_id, messageBytes(report), ""),
      signature: Buffer.from(report.signature, "base64"),
    })),
    ...Object.entries(manifest.signatures).map(([role, own]) =>
      made(`manifest by the ${role}`, own.key_id, signedBytes(manifest), own.signature),
    ),
    checkpointSignature(evidence?.checkpoint ?? "", deployment),
  ];
}

function checkpointSignature(note: string, { log }: Pick<TestDeployment, "log">): MadeSignature {
  const { text, signatures } = parseSignedNote(note);
  const own = signatures.find(({ keyId }) => keyId === log.key.keyId);
  return {
    ...{ name: "checkpoint", publicKey: Buffer.from(log.key.publicKey).toString("hex") },
    ...{ message: Buffer.from(text), signature: own?.signature ?? Buffer.alloc(0) },
  };
}

/** Returns the parsed value, or undefined if the bytes are not strict JSON. */
function parsed(json: Uint8Array): unknown {
  try {
    requireStrictJson(json, (holds) => {
      if (!holds) throw new Error("Test: not strict");
    });
    return JSON.parse(Buffer.from(json).toString("utf8"));
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Checks only what this file needs. */
function isCertificate(value: unknown): value is IsolationCertificate {
  return (
    isObject(value) &&
    isObject(value["signable"]) &&
    isObject(value["signature"]) &&
    Array.isArray(value["signable"]["claims"])
  );
}
