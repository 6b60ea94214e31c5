import { type Static, Type } from "typebox";

const closed = { additionalProperties: false } as const;

/** 32 bytes, hexadecimal. */
export const Hex32 = Type.String({ pattern: "^[0-9a-f]{64}$" });
export const Ed25519Signature = Type.String({ pattern: "^[0-9a-f]{128}$" });
/**
 * An RFC 3339 time in UTC, in whole seconds, because a more precise time would make the legs of a
 * call linkable.
 */
export const WholeSecond = Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$" });
export const LegId = Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$" });

/** The components that make claims about what they received and emitted. */
export const CLAIM_COMPONENTS = [
  "edge-gateway",
  "bridge",
  "sanitiser",
  "inference-worker",
] as const;
export type ClaimComponent = (typeof CLAIM_COMPONENTS)[number];

/**
 * All classes of data in a call. If a component receives a class that it must not have, the call
 * gets no certificate.
 */
export const ITEM_CLASSES = [
  "identity",
  "token",
  "raw_context",
  "sanitised_context",
  "template",
  "parameters",
  "provider_credential",
  "model_output",
  "response",
  "mapping",
] as const;
export type ItemClass = (typeof ITEM_CLASSES)[number];

/**
 * The possible senders and receivers of an item. `presidio` and `llm-shield` are detection engines
 * that the sanitiser calls over the network.
 */
export const ITEM_PEERS = [
  ...CLAIM_COMPONENTS,
  "customer",
  "provider",
  "presidio",
  "llm-shield",
] as const;
export type ItemPeer = (typeof ITEM_PEERS)[number];

export const ClaimItem = Type.Object(
  {
    /** A name that the code chooses. It never contains text from the customer. */
    item: Type.String({ pattern: "^[a-z][a-z0-9_.-]{0,63}$" }),
    class: Type.Enum(ITEM_CLASSES),
    peer: Type.Enum(ITEM_PEERS),
    /** HMAC-SHA-256 of the item, keyed with its opening. */
    commitment: Hex32,
    bytes: Type.Integer({ minimum: 0 }),
  },
  closed,
);
export type ClaimItem = Static<typeof ClaimItem>;

/**
 * What a component received and emitted in one leg of a call. Each leg has a different `leg_id`.
 */
export const Claim = Type.Object(
  {
    type: Type.Literal("veil/claim/v1"),
    component: Type.Enum(CLAIM_COMPONENTS),
    leg_id: LegId,
    at: WholeSecond,
    received: Type.Array(ClaimItem, { maxItems: 1_024 }),
    emitted: Type.Array(ClaimItem, { maxItems: 1_024 }),
  },
  closed,
);
export type Claim = Static<typeof Claim>;

/**
 * A claim with a MAC under a key that only its component has. The MAC lets the component recognize
 * its claim when the gateway sends it back to be signed.
 */
export const AuthenticatedClaim = Type.Object({ claim: Claim, mac: Hex32 }, closed);
export type AuthenticatedClaim = Static<typeof AuthenticatedClaim>;

/** A claim with the seed that opens its commitments to what the component emitted. */
export const OpenedClaim = Type.Object({ claim: Claim, mac: Hex32, seed: Hex32 }, closed);
export type OpenedClaim = Static<typeof OpenedClaim>;

export const MAX_CLAIMS_A_BATCH = 256;

/** A signed RFC 6962 root over claims of one component. */
export const ClaimBatch = Type.Object(
  {
    type: Type.Literal("veil/claim-batch/v1"),
    component: Type.Enum(CLAIM_COMPONENTS),
    key_id: Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$" }),
    signed_at: WholeSecond,
    size: Type.Integer({ minimum: 1, maximum: MAX_CLAIMS_A_BATCH }),
    root: Hex32,
    signature: Ed25519Signature,
  },
  closed,
);
export type ClaimBatch = Static<typeof ClaimBatch>;

const position = {
  index: Type.Integer({ minimum: 0, maximum: MAX_CLAIMS_A_BATCH - 1 }),
  /** Leads from the leaf to the root. */
  path: Type.Array(Hex32, { maxItems: 8 }),
};

/** A claim's place in its batch. */
export const ClaimPosition = Type.Object(position, closed);
export type ClaimPosition = Static<typeof ClaimPosition>;

/** A claim by its leaf hash. The MAC covers the hash and the time of the claim. */
export const ClaimLeaf = Type.Object({ hash: Hex32, at: WholeSecond, mac: Hex32 }, closed);
export type ClaimLeaf = Static<typeof ClaimLeaf>;

/**
 * Body of a component's `POST /claims/sign`. Gateways of the previous version send whole claims.
 */
export const SignClaimsRequest = Type.Union([
  Type.Object(
    { leaves: Type.Array(ClaimLeaf, { minItems: 1, maxItems: MAX_CLAIMS_A_BATCH }) },
    closed,
  ),
  Type.Object(
    { claims: Type.Array(AuthenticatedClaim, { minItems: 1, maxItems: MAX_CLAIMS_A_BATCH }) },
    closed,
  ),
]);
export type SignClaimsRequest = Static<typeof SignClaimsRequest>;

/** Null when the component refused every claim. */
const SignedBatch = Type.Union([ClaimBatch, Type.Null()]);

/**
 * Response to leaves: for each its index in the batch, in the same order. It is null when the MAC is
 * wrong; the batch omits such a claim.
 */
export const SignLeavesResponse = Type.Object(
  {
    batch: SignedBatch,
    indexes: Type.Array(Type.Union([position.index, Type.Null()]), {
      maxItems: MAX_CLAIMS_A_BATCH,
    }),
  },
  closed,
);
export type SignLeavesResponse = Static<typeof SignLeavesResponse>;

/** Response to whole claims, with a position instead of an index. */
export const SignClaimsResponse = Type.Object(
  {
    batch: SignedBatch,
    positions: Type.Array(Type.Union([ClaimPosition, Type.Null()]), {
      maxItems: MAX_CLAIMS_A_BATCH,
    }),
  },
  closed,
);
export type SignClaimsResponse = Static<typeof SignClaimsResponse>;

/** A claim in the form that certificates contain. */
export const SignedClaim = Type.Object({ claim: Claim, batch: ClaimBatch, ...position }, closed);
export type SignedClaim = Static<typeof SignedClaim>;

/** Asks the sanitiser to add a claim to its response. */
export const SanitiserClaimRequest = Type.Object(
  {
    leg_id: LegId,
    /** The seed of the commitments to what the sanitiser receives. */
    seed: Hex32,
    /** Positions of fields whose sanitised text does not reach the provider unchanged. */
    aside: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }))),
  },
  closed,
);
export type SanitiserClaimRequest = Static<typeof SanitiserClaimRequest>;

/** Asks the inference worker to add a claim to its result. */
export const WorkerClaimRequest = Type.Object(
  {
    /** The seed of the commitments to the template, parameters, credential and tools. */
    seed: Hex32,
    /** The sanitiser's seed, for the commitments to sanitised texts. */
    context_seed: Hex32,
    /**
     * For each text of the job, in order: the position of its field in the sanitiser's request, or
     * null when the text is part of the template.
     */
    positions: Type.Array(Type.Union([Type.Integer({ minimum: 0 }), Type.Null()])),
    /** Positions of fields whose text the gateway changed after sanitising. */
    altered: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }))),
    /** The number of fields in the sanitiser's request. */
    fields: Type.Integer({ minimum: 0 }),
  },
  closed,
);
export type WorkerClaimRequest = Static<typeof WorkerClaimRequest>;
