import {
  CERTIFICATE_TYPES,
  type CertificateEvidence,
  type CertificateSignable,
  type CertificateSignature,
  type CertificateVersion,
  type IsolationCertificate,
  type SignedCertificate,
} from "@veil/contracts/certificate";
import type { SignedClaim } from "@veil/contracts/claims";
import type { IsolationFindings } from "@veil/contracts/isolation";
import type { SignedManifest } from "@veil/contracts/signer";
import {
  canonicalJson,
  inclusionPath,
  type JsonValue,
  merkleLeafHash,
  merkleRoot,
  type ProbeName,
  sha256,
  sha256Hex,
  signEd25519,
  signMessage,
} from "@veil/crypto";
import { manifestHash, placeIn } from "@veil/veil";
import { checkpointText, cosign, signText, writeSignedNote } from "@veil/veil/log";
import {
  certificateBatchBytes,
  certifiedLeaf,
  loggedBytes,
  signableBytes,
} from "@veil/veil/verifier";
import {
  signTestClaims,
  TEST_CALL,
  type TestClaims,
  testClaims,
  testOrder,
} from "./test-claims.ts";
import { TEST_TIMES, type TestDeployment } from "./test-deployment.ts";

/**
 * Changes to a test certificate. Each function changes its argument in place, before anything that
 * depends on it is signed.
 */
export interface Changes {
  /** The protocol version of the certificate. The default is the current one, 2. */
  readonly version?: CertificateVersion;
  readonly claims?: (claims: TestClaims) => void;
  readonly signedClaims?: (claims: SignedClaim[]) => void;
  readonly findings?: (findings: IsolationFindings) => void;
  /** Changes a probe's report before it is signed. */
  readonly body?: (json: string) => string;
  readonly signable?: (signable: CertificateSignable, deployment: TestDeployment) => void;
  /** Runs after the certificate is signed, and before it is logged. */
  readonly signed?: (certificate: IsolationCertificate) => void;
  readonly event?: (event: {
    event_type: string;
    request_id?: string;
    payload: { certificate_sha256: string };
  }) => void;
  readonly note?: (note: string) => string;
  readonly certificate?: (certificate: IsolationCertificate, deployment: TestDeployment) => void;
  /** Changes the file's bytes, as a string with one character per byte. */
  readonly text?: (json: string) => string;
  readonly manifest?: (manifest: SignedManifest, deployment: TestDeployment) => SignedManifest;
}

export interface CertificateFile {
  readonly certificate: Uint8Array;
  readonly manifest: Uint8Array;
}

/** Creates a certificate with evidence, and its manifest, with the changes. */
export function testCertificate(
  deployment: TestDeployment,
  changes: Changes = {},
): CertificateFile {
  const certificate = testIssued(deployment, changes);
  changes.signed?.(certificate);
  certificate.evidence = testEvidence(certificate, deployment, changes);
  changes.certificate?.(certificate, deployment);
  const json = Buffer.from(JSON.stringify(certificate)).toString("latin1");
  const manifest = changes.manifest?.(structuredClone(deployment.manifest), deployment);
  return {
    certificate: Buffer.from(changes.text?.(json) ?? json, "latin1"),
    manifest: Buffer.from(JSON.stringify(manifest ?? deployment.manifest)),
  };
}

/** Creates a signed certificate without evidence. */
export function testIssued(
  deployment: TestDeployment,
  changes: Changes = {},
): IsolationCertificate {
  const signable = testSignable(deployment, changes);
  changes.signable?.(signable, deployment);
  const signed = testSigned(signableBytes(signable), deployment, changes.version);
  return { signable, ...signed, evidence: null };
}

/** Signs the bytes of a document: directly in version 1, otherwise in a batch of other documents. */
export function testSigned(
  bytes: Uint8Array,
  { keysOf }: Pick<TestDeployment, "keysOf">,
  version: CertificateVersion = 2,
): Pick<SignedCertificate, "place" | "signature"> {
  if (version === 1) return { signature: signatureOf(bytes, { keysOf }) };
  const leaves = Array.from({ length: OTHER_LEAVES }, (_, at) => sha256Hex(`leaf ${at}`));
  leaves.splice(LEAF_AT, 0, Buffer.from(certifiedLeaf(SALT, bytes, sha256)).toString("hex"));
  const place = placeIn({ leaves }, LEAF_AT, SALT);
  return { place, signature: testBatchSignature(leaves, { keysOf }) };
}

/** Signs a batch of documents by their leaves, in hexadecimal. */
export function testBatchSignature(
  leaves: readonly string[],
  deployment: Pick<TestDeployment, "keysOf">,
): CertificateSignature {
  return signatureOf(certificateBatchBytes(placeIn({ leaves }, 0, "")), deployment);
}

function signatureOf(
  bytes: Uint8Array,
  { keysOf }: Pick<TestDeployment, "keysOf">,
): CertificateSignature {
  const { keyId, key } = keysOf("veil-signer").signing("certificate");
  const signature = signEd25519(key, bytes).toString("hex");
  return { key_id: keyId, algorithm: "Ed25519", signature };
}

const SALT = "5a".repeat(16);
const OTHER_LEAVES = 6;
const LEAF_AT = 2;

function testSignable(deployment: TestDeployment, changes: Changes): CertificateSignable {
  const claims = structuredClone(testClaims());
  changes.claims?.(claims);
  const signedClaims = signTestClaims(deployment, Object.values(claims));
  changes.signedClaims?.(signedClaims);
  const { isolation: _, ...order } = testOrder(deployment);
  const { version = 2 } = changes;
  return {
    ...{ type: CERTIFICATE_TYPES[version], protocol_version: version, issuer: "gateway.example" },
    ...{ environment: "production", issued_at: TEST_TIMES.issue },
    manifest: { version: 1, sha256: manifestHash(deployment.manifest) },
    ...{ ...order, claims: signedClaims },
    isolation: {
      ...{ a_to_b: "blocked", b_to_a: "blocked" },
      enforced_by: "network-policy and service-credentials",
      probed_at: TEST_TIMES.probe,
      reports: (["bridge-probe", "inference-worker-probe"] as const).map((probe) =>
        testReport(deployment, probe, changes),
      ),
    },
  };
}

function testReport({ keysOf }: TestDeployment, probe: ProbeName, changes: Changes) {
  const target = probe === "bridge-probe" ? "inference-worker" : "bridge";
  const findings: IsolationFindings = {
    ...{ type: "veil/isolation-findings/v1", probe, probed_at: TEST_TIMES.probe, rounds: 1 },
    targets: [
      { name: target, address: "10.0.0.1", port: 80, expected: "blocked", outcome: "silent" },
      { name: "egress", address: "10.0.0.2", port: 80, expected: "open", outcome: "connected" },
    ],
  };
  changes.findings?.(findings);
  const body = JSON.stringify(findings);
  const from = { service: probe, ...keysOf(probe).signing("message") };
  const {
    sender: _,
    receiver: __,
    ...signed
  } = signMessage(changes.body?.(body) ?? body, from, "edge-gateway");
  return { ...signed, sender: probe, receiver: "edge-gateway" as const };
}

const PREVIOUS_EVENTS = 6;
const LATER_EVENTS = 3;

/** Creates evidence from a log in which the certificate's event is the seventh of ten. */
function testEvidence(
  certificate: IsolationCertificate,
  deployment: TestDeployment,
  { event: change, note: changeNote }: Changes,
): CertificateEvidence {
  const event = {
    ...{ version: 2, event_id: "00000000-0000-4000-8000-000000000001" },
    ...{ occurred_at: TEST_TIMES.issue, actor: "system", scope: "ab".repeat(32) },
    ...(certificate.place === undefined
      ? { event_type: "VEIL_CERTIFICATE_ISSUED", request_id: TEST_CALL.requestId }
      : { event_type: "VEIL_CERTIFICATES_ISSUED" }),
    payload: { certificate_sha256: sha256Hex(loggedBytes(certificate)) },
  };
  change?.(event);
  const text = canonicalJson(event as JsonValue);
  const prevHash = sha256("the hash before");
  const seq = PREVIOUS_EVENTS + 1;
  const seqBytes = Buffer.alloc(8);
  seqBytes.writeBigUInt64BE(BigInt(seq));
  const leaf = merkleLeafHash(sha256(Buffer.of(0), prevHash, seqBytes, text));
  const others = (count: number, name: string) =>
    Array.from({ length: count }, (_, at) => merkleLeafHash(sha256(`${name} ${at}`)));
  const leaves = [...others(PREVIOUS_EVENTS, "before"), leaf, ...others(LATER_EVENTS, "after")];
  const note = checkpointNote(deployment, { size: leaves.length, root: merkleRoot(leaves) });
  return {
    ...{ event: text, seq, prev_hash: prevHash.toString("hex") },
    path: inclusionPath(leaves, PREVIOUS_EVENTS).map((hash) => Buffer.from(hash).toString("hex")),
    checkpoint: changeNote?.(note) ?? note,
  };
}

/** Returns a checkpoint that log and witness have signed. */
function checkpointNote(
  { log, witness }: Pick<TestDeployment, "log" | "witness">,
  head: { readonly size: number; readonly root: Uint8Array },
): string {
  const text = checkpointText({ ...head, origin: log.key.name });
  const time = Date.parse(TEST_TIMES.witnessed) / 1_000;
  return writeSignedNote({ text, signatures: [signText(text, log), cosign(text, witness, time)] });
}
