import { AuthenticatedClaim, ClaimItem, Hex32, LegId } from "@veil/contracts/claims";
import type { InferenceJob } from "@veil/contracts/inference";
import { deriveKey, type RandomBytes, sealWithKey } from "@veil/crypto";
import { claimItem, tokenSeed } from "@veil/veil/claims";
import { jobItems } from "@veil/veil/job-items";
import { type Static, Type } from "typebox";
import { openOwnBox, sealedRecord } from "../../../platform/sealed-record.ts";
import { type PreparationClaims, SEED_BYTES } from "./call-claims.ts";

const Owner = Type.Object({
  actor: Type.String(),
  scope: Type.String(),
  subject: Type.Optional(Type.String()),
});

/** What a certificate needs from the beginning of its call, kept until the call has ended. */
export const CertificateDraft = Type.Object({
  request_id: LegId,
  /** The owner of the call's audit events. */
  owner: Owner,
  bridge: AuthenticatedClaim,
  sanitiser: AuthenticatedClaim,
  /** The gateway's own items so far. */
  received: Type.Array(ClaimItem),
  emitted: Type.Array(ClaimItem),
  seeds: Type.Object({
    identity: Hex32,
    raw_context: Hex32,
    sanitised_context: Hex32,
    job: Hex32,
    response: Hex32,
  }),
  /** Seals the openings. The gateway drops it when the call ends. */
  openings_key: Hex32,
  /** The same key for the holder of the API key alone, base64. */
  openings_key_box: Type.String(),
  redaction_count: Type.Integer({ minimum: 0 }),
  sanitizer_layers: Type.Array(Type.String()),
});
export type CertificateDraft = Static<typeof CertificateDraft>;

/** Seals a draft, bound to its request. */
export const SEALED_DRAFT = sealedRecord(CertificateDraft, {
  context: "veil/certificate-draft/v1",
  data: "what a certificate needs from the start of its call",
  sealedBy: "gateway data key",
  kept: "until the call ends; 24 hours after its deadline",
});

interface StartedCall {
  readonly requestId: string;
  readonly apiKey: string;
  readonly customerId: string;
  readonly owner: Static<typeof Owner>;
  readonly claims: PreparationClaims;
  readonly job: InferenceJob;
  readonly redactionCount: number;
  readonly sanitizerLayers: readonly string[];
  readonly random: RandomBytes;
}

/** @throws TypeError for a job that requests no claim */
export function draftCertificate(call: StartedCall): CertificateDraft {
  const { requestId, claims, random } = call;
  const { token, sanitiser, seeds } = claims;
  const openingsKey = random(SEED_BYTES);
  return {
    ...{ request_id: requestId, owner: call.owner },
    ...{ bridge: token.claim, sanitiser: authenticated(sanitiser.opened) },
    ...gatewayItems(call),
    seeds: { ...seeds, identity: token.seed, sanitised_context: sanitiser.opened.seed },
    openings_key: openingsKey.toString("hex"),
    openings_key_box: sealOpeningsKey(call.apiKey, requestId, openingsKey).toString("base64"),
    redaction_count: call.redactionCount,
    sanitizer_layers: [...call.sanitizerLayers],
  };
}

/** Returns the items for what the gateway sent and received so far, over its own bytes. */
function gatewayItems({ customerId, claims: { token, sanitiser }, job }: StartedCall) {
  if (job.claim === undefined) throw new TypeError("The job asks for no claim");
  const identity = { item: "customer_id", class: "identity", value: customerId } as const;
  const ofToken = { item: "token", class: "token", value: job.token } as const;
  const identitySeed = Buffer.from(token.seed, "hex");
  return {
    received: [
      claimItem(ofToken, { seed: tokenSeed(job.token), peer: "bridge" }),
      ...sanitiser.received,
    ],
    emitted: [
      claimItem(identity, { seed: identitySeed, peer: "bridge" }),
      ...sanitiser.emitted,
      ...jobItems(job, job.claim, "inference-worker"),
    ],
  };
}

export function authenticated({ claim, mac }: AuthenticatedClaim): AuthenticatedClaim {
  return { claim, mac };
}

function sealOpeningsKey(apiKey: string, requestId: string, key: Uint8Array): Buffer {
  return sealWithKey(ownersKey(apiKey, requestId), key, openingsContext(requestId));
}

/**
 * Returns undefined for an API key other than the call's.
 * @throws VerificationError when it is not a box
 */
export function openOpeningsKey(
  apiKey: string,
  requestId: string,
  box: Uint8Array,
): Buffer | undefined {
  return openOwnBox(ownersKey(apiKey, requestId), box, openingsContext(requestId));
}

function ownersKey(apiKey: string, requestId: string): Buffer {
  return deriveKey(Buffer.from(apiKey), `veil/openings/v1/${requestId}`);
}

function openingsContext(requestId: string): string {
  return `veil/openings/v1/${requestId}`;
}
