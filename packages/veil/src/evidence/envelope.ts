import { base64 } from "@scure/base";
import { checked } from "@veil/contracts/parsing";
import {
  DsseEnvelope,
  type EvidencePredicate,
  EvidenceStatement,
  PAYLOAD_TYPE,
  PREDICATE_TYPE,
  STATEMENT_TYPE,
} from "@veil/contracts/public/compliance/evidence";
import type { SignBytes } from "../log/index.ts";
import type { Require } from "../verifier/steps.ts";
import { requireStrictJson } from "../verifier/strict-json.ts";

const encoder = new TextEncoder();
const parseEnvelope = checked(DsseEnvelope);
const parseStatement = checked(EvidenceStatement);

/** The SHA-256 of a file, in hexadecimal, with the file's name. */
export interface HashedFile {
  readonly name: string;
  readonly sha256: string;
}

/** Returns the index of a pack: its statement in a signed envelope, as JSON in UTF-8. */
export function signedIndex(
  files: readonly HashedFile[],
  predicate: EvidencePredicate,
  signer: { readonly keyId: string; readonly sign: SignBytes },
): Uint8Array {
  const statement: EvidenceStatement = {
    _type: STATEMENT_TYPE,
    subject: files.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
    predicateType: PREDICATE_TYPE,
    predicate,
  };
  const payload = encoder.encode(JSON.stringify(statement));
  const sig = base64.encode(signer.sign(preAuthentication(payload)));
  const envelope: DsseEnvelope = {
    payload: base64.encode(payload),
    payloadType: PAYLOAD_TYPE,
    signatures: [{ keyid: signer.keyId, sig }],
  };
  return encoder.encode(`${JSON.stringify(envelope, null, 2)}\n`);
}

/** An envelope whose signature was not verified yet. */
export interface OpenedEnvelope {
  readonly payload: Uint8Array;
  /** The bytes that the signature covers. */
  readonly signedBytes: Uint8Array;
  readonly keyId: string;
  readonly signature: Uint8Array;
}

/** Opens a DSSE envelope. */
export function openEnvelope(json: Uint8Array, require: Require): OpenedEnvelope {
  const { payload: encoded, signatures } = parseEnvelope(requireStrictJson(json, require));
  const [signature] = signatures;
  const payload = base64.decode(encoded);
  require(signature !== undefined, "it has no signature");
  return {
    payload,
    signedBytes: preAuthentication(payload),
    keyId: signature?.keyid ?? "",
    signature: base64.decode(signature?.sig ?? ""),
  };
}

/** Reads the statement of an index. */
export function readStatement(payload: Uint8Array, require: Require): EvidenceStatement {
  const statement = parseStatement(requireStrictJson(payload, require));
  const names = new Set(statement.subject.map(({ name }) => name));
  require(names.size === statement.subject.length, "it names a file twice");
  return statement;
}

/** DSSE's pre-authentication encoding: `DSSEv1`, and the type and the payload with their lengths. */
function preAuthentication(payload: Uint8Array): Uint8Array {
  const head = encoder.encode(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} `);
  const bytes = new Uint8Array(head.length + payload.length);
  bytes.set(head);
  bytes.set(payload, head.length);
  return bytes;
}
