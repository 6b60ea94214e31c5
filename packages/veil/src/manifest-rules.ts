import type { ManifestContent, VeilKeyEntry } from "@veil/contracts/signer";
import {
  requireStrictPoint,
  type VerificationCode,
  VerificationError,
} from "@veil/crypto/portable";
import { fromHex } from "./hex.ts";
import { manifestHash } from "./manifest-bytes.ts";

/** A time by RFC 3339 in UTC, in whole seconds. */
const TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;
/**
 * Allows only characters for which every implementation of canonical JSON writes the same bytes.
 */
const VISIBLE_ASCII = /^[!-~]{1,200}$/;

/**
 * Checks the rules for a single manifest: the keys are valid, each is listed once, and validity
 * periods match the states.
 * @throws VerificationError
 */
export function requireSoundManifest(content: ManifestContent): void {
  const texts = [
    content.issuer,
    ...content.keys.flatMap((key) => [key.service_id, key.purpose, key.key_id]),
  ];
  require(texts.every((text) =>
    VISIBLE_ASCII.test(text),
  ), "malformed", "a name is not visible ASCII");
  require(isTime(
    content.signed_at,
  ), "malformed", "signed_at is not a time in UTC, in whole seconds");
  for (const key of content.keys) requireSoundKey(key, content);
  requireOnce(
    content.keys.map(({ key_id }) => key_id),
    "a key id is listed twice",
  );
  requireOnce(
    content.keys.map(({ public_key }) => public_key),
    "a key is listed twice",
  );
}

function requireSoundKey(key: VeilKeyEntry, { signed_at }: ManifestContent): void {
  requireStrictPoint(fromHex(key.public_key));
  const { not_before, not_after, key_state } = key;
  const times = [not_before, not_after].filter((time) => time !== undefined);
  require(times.every(isTime), "malformed", "a validity is not a time in UTC, in whole seconds");
  require((key_state === "retired") ===
    (not_after !==
      undefined), "bad_validity", "retired keys have not_after, and active ones do not");
  require(not_after === undefined ||
    (not_after <= signed_at &&
      (not_before ?? not_after) <=
        not_after), "bad_validity", "a retired key's validity ends before it begins, or after the ceremony");
  require(not_before === undefined ||
    not_before <= signed_at, "bad_validity", "a key's validity begins after the ceremony");
}

/**
 * Checks that the next manifest refers to the previous one, and that it neither drops nor changes a
 * key nor reactivates one. As a result, certificates that an earlier key signed remain verifiable,
 * and certificates cannot be backdated.
 * @throws VerificationError `not_a_successor`
 */
export function requireSuccessor(next: ManifestContent, previous: ManifestContent): void {
  const follows =
    next.version === previous.version + 1 &&
    next.previous_manifest_sha256 === manifestHash(previous) &&
    next.issuer === previous.issuer &&
    next.signed_at > previous.signed_at;
  require(follows, "not_a_successor", "it does not follow the manifest before it");
  const listed = new Map(next.keys.map((key) => [key.key_id, key]));
  const kept = previous.keys.every((key) => isKept(key, listed.get(key.key_id)));
  require(kept, "not_a_successor", "a key of the manifest before it is missing or was changed");
}

/** Returns whether a later manifest has the key, unchanged and not active again. */
export function isKept(before: VeilKeyEntry, now: VeilKeyEntry | undefined): boolean {
  if (now === undefined) return false;
  const same = (["service_id", "purpose", "public_key", "algorithm", "not_before"] as const).every(
    (name) => before[name] === now[name],
  );
  if (!same) return false;
  return before.key_state === "active" || before.not_after === now.not_after;
}

function isTime(text: string): boolean {
  return TIME.test(text) && new Date(text).toISOString().slice(0, 19) === text.slice(0, 19);
}

function requireOnce(values: readonly string[], problem: string): void {
  require(new Set(values).size === values.length, "duplicate_key", problem);
}

function require(holds: boolean, code: VerificationCode, problem: string): void {
  if (!holds) throw new VerificationError(code, `Manifest: ${problem}`);
}
