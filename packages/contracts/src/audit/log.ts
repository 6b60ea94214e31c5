import { type Static, Type } from "typebox";
import { AuditBreak } from "./verification.ts";

/** A SHA-256 hash in base64. */
const Hash = Type.String({ pattern: "^[A-Za-z0-9+/]{43}=$" });
const Path = Type.Array(Hash, { maxItems: 63 });
/** A signed note (C2SP tlog-checkpoint), with the cosignatures collected so far. */
const CheckpointNote = Type.String({ maxLength: 65_536 });
const Size = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/**
 * Response to `GET /checkpoint`: the newest checkpoint. While the log is empty, the status is 404
 * `not_found`.
 */
export const LogCheckpoint = Type.Object(
  { checkpoint: CheckpointNote },
  { additionalProperties: false },
);
export type LogCheckpoint = Static<typeof LogCheckpoint>;

export const MAX_INCLUSIONS = 256;

/** Body of `POST /inclusion`. */
export const LogInclusionRequest = Type.Object(
  {
    event_ids: Type.Array(Type.String({ format: "uuid" }), {
      minItems: 1,
      maxItems: MAX_INCLUSIONS,
    }),
    /** Whether the checkpoint must have the cosignature of every configured witness. */
    cosigned: Type.Boolean(),
  },
  { additionalProperties: false },
);
export type LogInclusionRequest = Static<typeof LogInclusionRequest>;

/**
 * Proves that an event is in the log. `hash = SHA-256(0x00 || prev_hash || seq (8 bytes,
 * big-endian) || canonical)` is the data of the leaf at `index`, so the leaf's hash is
 * `SHA-256(0x00 || hash)`; `path` leads from the leaf's hash to the checkpoint's root (RFC 6962).
 */
export const LogInclusion = Type.Object(
  {
    seq: Size,
    prev_hash: Hash,
    canonical: Type.String(),
    index: Type.Integer({ minimum: 0 }),
    path: Path,
  },
  { additionalProperties: false },
);
export type LogInclusion = Static<typeof LogInclusion>;

/** Response to `POST /inclusion`. All proofs refer to the same checkpoint. */
export const LogInclusions = Type.Object(
  {
    /** Null when no checkpoint covers any of the events. */
    checkpoint: Type.Union([CheckpointNote, Type.Null()]),
    /**
     * One entry per requested id, in the same order. An entry is null when its event is not in the
     * log or not covered by the checkpoint yet.
     */
    proofs: Type.Array(Type.Union([LogInclusion, Type.Null()]), { maxItems: MAX_INCLUSIONS }),
  },
  { additionalProperties: false },
);
export type LogInclusions = Static<typeof LogInclusions>;

export const MAX_LEAVES = 4_096;

/** Body of `POST /leaves`, which returns the leaves after the first `after` events. */
export const LogLeavesRequest = Type.Object(
  { after: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }) },
  { additionalProperties: false },
);
export type LogLeavesRequest = Static<typeof LogLeavesRequest>;

/**
 * Leaf hashes of the tree, recomputed from the stored events. For pruned events, these are the
 * hashes that the tree kept.
 */
export const LogLeaves = Type.Object(
  {
    /** Empty when the log has no more events. */
    leaves: Type.Array(Hash, { maxItems: MAX_LEAVES }),
    /** How many of these leaves, counted from the first, belong to pruned events. */
    pruned: Type.Integer({ minimum: 0, maximum: MAX_LEAVES }),
    /** The first event that breaks the hash chain. `leaves` ends before it. */
    broken: Type.Union([AuditBreak, Type.Null()]),
  },
  { additionalProperties: false },
);
export type LogLeaves = Static<typeof LogLeaves>;

/**
 * Body of `POST /time-stamp`, which asks for a time stamp of the first `size` events, or without
 * `size` for the newest one. While none exists, the status is 404 `not_found`.
 */
export const LogTimeStampRequest = Type.Object(
  { size: Type.Optional(Size) },
  { additionalProperties: false },
);
export type LogTimeStampRequest = Static<typeof LogTimeStampRequest>;

/** The earliest time stamp of a checkpoint that covers the first `size` events, or the newest one. */
export const LogTimeStamp = Type.Object(
  {
    /**
     * Has only the log's signature, no cosignatures. The time stamp covers the SHA-256 of these
     * bytes.
     */
    checkpoint: CheckpointNote,
    /**
     * Proves that the checkpoint's log begins with the first `size` events (RFC 6962, section
     * 2.1.2). Empty for the newest time stamp.
     */
    path: Path,
    /** The authority's unmodified `TimeStampResp` (RFC 3161): DER in base64. */
    time_stamp: Type.String({ pattern: "^[A-Za-z0-9+/]+={0,2}$", maxLength: 87_384 }),
  },
  { additionalProperties: false },
);
export type LogTimeStamp = Static<typeof LogTimeStamp>;

/**
 * Body of `POST /consistency`: two sizes of the log. If the log is shorter than either, the status
 * is 404 `not_found`.
 */
export const LogConsistencyRequest = Type.Object(
  { from: Size, to: Size },
  { additionalProperties: false },
);
export type LogConsistencyRequest = Static<typeof LogConsistencyRequest>;

/**
 * Proves that the log of size `to` begins with the log of size `from` (RFC 6962, section 2.1.2).
 */
export const LogConsistency = Type.Object({ path: Path }, { additionalProperties: false });
export type LogConsistency = Static<typeof LogConsistency>;
