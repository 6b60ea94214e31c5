import {
  AuthenticatedClaim,
  ClaimItem,
  Hex32,
  LegId,
  type OpenedClaim,
} from "@veil/contracts/claims";
import type { InferenceJob } from "@veil/contracts/inference";
import { deriveKey, type RandomBytes, randomHex, sealWithKey } from "@veil/crypto";
import { claimItem, tokenSeed } from "@veil/veil/claims";
import { jobItems } from "@veil/veil/job-items";
import { type Static, Type } from "typebox";
import { openOwnBox, type Sealing, sealedRecord } from "../../../platform/sealed-record.ts";

/** Random seeds that are used for one call only: 32 bytes each, in hexadecimal. */
export interface CallSeeds {
  readonly raw_context: string;
  readonly job: string;
  readonly response: string;
}

/** The bridge's claim for a token, and the seed that was sent with the token request. */
export interface TokenClaim {
  readonly seed: string;
  readonly claim: AuthenticatedClaim;
}

/**
 * The sanitiser's claim, and the items for the same leg that the gateway computed from its own copy
 * of the texts.
 */
export interface SanitiserClaims {
  readonly opened: OpenedClaim;
  readonly emitted: ClaimItem[];
  readonly received: ClaimItem[];
}

/** The claims that a call has when its text may be sent. */
export interface PreparationClaims {
  readonly token: TokenClaim;
  readonly sanitiser: SanitiserClaims;
  readonly seeds: CallSeeds;
}

export const SEED_BYTES = 32;

export function callSeeds(random: RandomBytes): CallSeeds {
  const seed = () => randomHex(random, SEED_BYTES);
  return { raw_context: seed(), job: seed(), response: seed() };
}

const Owner = Type.Object({
  actor: Type.String(),
  scope: Type.String(),
  subject: Type.Optional(Type.String()),
});

/**
 * The data from the start of a call that its certificate needs. It is kept until the call has
 * ended.
 */
export const CertificateDraft = Type.Object({
  request_id: LegId,
  /** The owner of the call's audit events. */
  owner: Owner,
  bridge: AuthenticatedClaim,
  sanitiser: AuthenticatedClaim,
  /** `received` and `emitted`: the gateway's own items so far. */
  received: Type.Array(ClaimItem),
  emitted: Type.Array(ClaimItem),
  seeds: Type.Object({
    identity: Hex32,
    raw_context: Hex32,
    sanitised_context: Hex32,
    job: Hex32,
    response: Hex32,
  }),
  /** The key that seals the openings. The gateway deletes it when the call ends. */
  openings_key: Hex32,
  /** The same key, sealed so that only the API key of the call opens it, in base64. */
  openings_key_box: Type.String(),
  redaction_count: Type.Integer({ minimum: 0 }),
  sanitizer_layers: Type.Array(Type.String()),
});
export type CertificateDraft = Static<typeof CertificateDraft>;

/** Seals and opens drafts. Each box is bound to its request. */
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

/** Creates the draft of a call's certificate. @throws TypeError for a job that requests no claim */
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

/**
 * Returns the items for what the gateway has sent and received so far, computed from its own bytes.
 */
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
 * Opens the key of the openings. Returns undefined if the call was made with another API key.
 * @throws VerificationError when the bytes are not a box
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

/** Seals and opens stored drafts with the gateway's data keys. */
export interface SealedDrafts {
  seal(draft: CertificateDraft): Buffer;
  /**
   * Opens a draft.
   * @throws VerificationError when the box belongs to another request, was changed, or does not
   * contain a draft
   */
  open(requestId: string, box: Uint8Array): CertificateDraft;
}

/** Creates the object that seals and opens drafts. */
export function createSealedDrafts(sealing: Sealing): SealedDrafts {
  // Keeps the draft of each box that was sealed here, because the process that admits a job usually
  // also ends it, and decrypting and parsing the box again would take longer than all commitments
  // of the call. A box that was read from the database is a different object, so it is decrypted.
  const sealed = new WeakMap<Uint8Array, CertificateDraft>();
  return {
    seal(draft) {
      const box = SEALED_DRAFT.seal(sealing, draft.request_id, draft);
      sealed.set(box, draft);
      return box;
    },
    open(requestId, box) {
      const own = sealed.get(box);
      return own?.request_id === requestId ? own : SEALED_DRAFT.open(sealing, requestId, box);
    },
  };
}
