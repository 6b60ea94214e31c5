import { createPublicKey, type KeyObject } from "node:crypto";
import { bundleFromJSON, isBundleWithDsseEnvelope, ValidationError } from "@sigstore/bundle";
import { toSignedEntity, VerificationError, Verifier } from "@sigstore/verify";
import { checkedJson } from "@veil/contracts/parsing";
import { sha256Hex } from "@veil/crypto";
import { Type } from "typebox";
import { PAYLOAD_TYPE, RELEASE_FILES, RELEASE_PREDICATE, STATEMENT_TYPE } from "./release-index.ts";

const parseStatement = checkedJson(
  Type.Object({
    _type: Type.Literal(STATEMENT_TYPE),
    predicateType: Type.Literal(RELEASE_PREDICATE),
    subject: Type.Array(
      Type.Object({ name: Type.String(), digest: Type.Object({ sha256: Type.String() }) }),
      { minItems: 1, maxItems: 1 },
    ),
  }),
);

/** Reads a public key in PEM. @throws Error that says how to get one */
export function readPublicKey(pem: string): KeyObject {
  if (/PRIVATE KEY/.test(pem))
    throw new Error(
      "the key file has a private key; export the public one: openssl pkey -in release.key -pubout",
    );
  return createPublicKey(pem);
}

/**
 * Returns why the bundle does not prove that the key's owner signed `index`, or undefined if it
 * does. The bundle needs no certificate, log entry or time stamp.
 */
export function signatureProblem(
  bundle: Uint8Array,
  index: Uint8Array,
  publicKey: KeyObject,
): string | undefined {
  try {
    const payload = signedPayload(bundle, publicKey);
    const [subject] = parseStatement(payload).subject;
    if (subject?.name === RELEASE_FILES.index && subject.digest.sha256 === sha256Hex(index))
      return undefined;
    return `the signature is about another ${RELEASE_FILES.index}; download the release again`;
  } catch (error) {
    return `${reasonOf(error)}; check that the key is the one that the maintainers publish, and download the release again`;
  }
}

function signedPayload(json: Uint8Array, publicKey: KeyObject): Uint8Array {
  const bundle = bundleFromJSON(JSON.parse(Buffer.from(json).toString()));
  if (!isBundleWithDsseEnvelope(bundle)) throw new Error("the bundle has no DSSE envelope");
  const { payload, payloadType } = bundle.content.dsseEnvelope;
  if (payloadType !== PAYLOAD_TYPE) throw new Error(`the bundle signs ${payloadType}`);
  const none = { certificateAuthorities: [], timestampAuthorities: [], tlogs: [], ctlogs: [] };
  new Verifier(
    { ...none, publicKey: () => ({ publicKey, validFor: () => true }) },
    { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0 },
  ).verify(toSignedEntity(bundle));
  return payload;
}

function reasonOf(error: unknown): string {
  if (error instanceof VerificationError) return "the key did not sign this release";
  if (error instanceof ValidationError)
    return `${RELEASE_FILES.signature} is not a signed Sigstore bundle`;
  return `${RELEASE_FILES.signature}: ${(error as Error).message}`;
}
