import type { X509Certificate } from "node:crypto";
import { sha256Hex } from "@veil/crypto";
import { verifyTimeStamp } from "@veil/veil/time-stamp";
import type { LogReader } from "../../audit/index.ts";
import type { WatchedLog } from "../ports.ts";
import { contradiction, openTrusted } from "./checkpoints.ts";

interface TimeStampDeps {
  readonly reader: Pick<LogReader, "timeStamp" | "consistency">;
  /** Returns the last comparison of the log. Undefined if there was none. */
  readonly watched: () => WatchedLog | undefined;
  readonly logKeys: readonly Uint8Array[];
  readonly authorities: readonly X509Certificate[];
}

/** A time stamp of the audit log that the gateway has verified. */
export interface VerifiedTimeStamp {
  readonly at: Date;
  /** How many entries it covers, of how many. */
  readonly size: number;
  readonly logSize: number;
  /** SHA-256 of the authority's reply, in hexadecimal. */
  readonly sha256: string;
  /** How the stamped log contradicts the present one. Undefined if it only grew. */
  readonly broken: string | undefined;
}

export type NewestTimeStamp = () => Promise<VerifiedTimeStamp | undefined>;

/**
 * Creates a function that reads and verifies the newest time stamp: by a trusted authority, of a
 * checkpoint of this log, with which the present log begins.
 * @returns undefined if there is no time stamp
 * @throws StampRefusedError, VerificationError
 */
export function createNewestTimeStamp(deps: TimeStampDeps): NewestTimeStamp {
  const { reader, watched, logKeys, authorities } = deps;
  return async function newestTimeStamp() {
    const [stamp, last] = [await reader.timeStamp(), watched()];
    if (stamp === undefined || last === undefined) return undefined;
    const reply = Buffer.from(stamp.time_stamp, "base64");
    const bytes = Buffer.from(stamp.checkpoint);
    const at = await verifyTimeStamp(reply, { bytes, authorities });
    const stamped = openTrusted(stamp.checkpoint, logKeys);
    const present = openTrusted(last.checkpoint, logKeys);
    const [earlier, later] = stamped.size <= present.size ? [stamped, present] : [present, stamped];
    const path =
      earlier.size === later.size ? [] : await reader.consistency(earlier.size, later.size);
    const hashes = path.map((hash) => Buffer.from(hash, "base64"));
    return {
      ...{ at, size: stamped.size, logSize: present.size, sha256: sha256Hex(reply) },
      broken: contradiction(earlier, later, hashes),
    };
  };
}
