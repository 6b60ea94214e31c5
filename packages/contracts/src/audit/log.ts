import { type Static, Type } from "typebox";
import { AuditBreak } from "./verification.ts";

/** SHA-256, base64. */
const Hash = Type.String({ pattern: "^[A-Za-z0-9+/]{43}=$" });
const Path = Type.Array(Hash, { maxItems: 63 });
/** A signed note (C2SP tlog-checkpoint), with the cosignatures that are there. */
const CheckpointNote = Type.String({ maxLength: 65_536 });
const Size = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** `GET /checkpoint`: the newest one. 404 `not_found` before the first event. */
export const LogCheckpoint = Type.Object(
  { checkpoint: CheckpointNote },
  { additionalProperties: false },
);
export type LogCheckpoint = Static<typeof LogCheckpoint>;

export const MAX_INCLUSIONS = 256;

/** `POST /inclusion` */
export const LogInclusionRequest = Type.Object(
  {
    event_ids: Type.Array(Type.String({ format: "uuid" }), {
      minItems: 1,
      maxItems: MAX_INCLUSIONS,
    }),
    /** Requires a checkpoint that every configured witness has cosigned. */
    cosigned: Type.Boolean(),
  },
  { additionalProperties: false },
);
export type LogInclusionRequest = Static<typeof LogInclusionRequest>;

/**
 * Proves that an event is in the log. `hash = SHA-256(0x00 || prev_hash || seq (8 bytes,
 * big-endian) || canonical)` is the data of the leaf at `index`, so the leaf's hash is
 * `SHA-256(0x00 || hash)`; `path` leads from it to the checkpoint's root (RFC 6962).
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

/** All proofs refer to one checkpoint. */
export const LogInclusions = Type.Object(
  {
    /** Null when no checkpoint covers any of the events. */
    checkpoint: Type.Union([CheckpointNote, Type.Null()]),
    /**
     * In the order of the ids. Null when the event is not in the log, or the checkpoint does not
     * cover it yet.
     */
    proofs: Type.Array(Type.Union([LogInclusion, Type.Null()]), { maxItems: MAX_INCLUSIONS }),
  },
  { additionalProperties: false },
);
export type LogInclusions = Static<typeof LogInclusions>;

export const MAX_LEAVES = 4_096;

/** `POST /leaves`: those after the first `after` events. */
export const LogLeavesRequest = Type.Object(
  { after: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }) },
  { additionalProperties: false },
);
export type LogLeavesRequest = Static<typeof LogLeavesRequest>;

/**
 * Leaf hashes of the tree, computed from the events as the log stores them now; for pruned events,
 * the hashes that the tree kept.
 */
export const LogLeaves = Type.Object(
  {
    /** Empty when the log has no further event. */
    leaves: Type.Array(Hash, { maxItems: MAX_LEAVES }),
    /** How many of these leaves, counted from the first, belong to pruned events. */
    pruned: Type.Integer({ minimum: 0, maximum: MAX_LEAVES }),
    /** The first event that does not follow from the ones before; no leaf comes after it. */
    broken: Type.Union([AuditBreak, Type.Null()]),
  },
  { additionalProperties: false },
);
export type LogLeaves = Static<typeof LogLeaves>;

/**
 * `POST /time-stamp`, for the first `size` events of the log. 404 `not_found` while there is no
 * time stamp.
 */
export const LogTimeStampRequest = Type.Object({ size: Size }, { additionalProperties: false });
export type LogTimeStampRequest = Static<typeof LogTimeStampRequest>;

/** The earliest time stamp of a checkpoint that covers those events. */
export const LogTimeStamp = Type.Object(
  {
    /** Signed only by the log; the time stamp is over the SHA-256 of these bytes. */
    checkpoint: CheckpointNote,
    /**
     * Proves that the log of the checkpoint begins with the log of `size` (RFC 6962, section
     * 2.1.2).
     */
    path: Path,
    /** `TimeStampResp` of RFC 3161 in DER, as the authority sent it, in base64. */
    time_stamp: Type.String({ pattern: "^[A-Za-z0-9+/]+={0,2}$", maxLength: 87_384 }),
  },
  { additionalProperties: false },
);
export type LogTimeStamp = Static<typeof LogTimeStamp>;

/** `POST /consistency`: sizes of the log. 404 `not_found` for a size that it does not have. */
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
