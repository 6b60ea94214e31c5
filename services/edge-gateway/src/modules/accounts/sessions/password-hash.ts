import { type ScryptOptions, scrypt } from "node:crypto";
import { ApiError } from "@veil/contracts/errors";
import { constantTimeEqual, type RandomBytes } from "@veil/crypto";
import pLimit from "p-limit";

/**
 * The parameters for new hashes: 32 MiB and three passes for each hash.
 * Source: OWASP Password Storage Cheat Sheet, scrypt: N=2^15, r=8, p=3.
 */
const CURRENT = { ln: 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

interface ScryptHash {
  readonly parameters: typeof CURRENT;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

/** Matches the PHC string format: `$scrypt$ln=15,r=8,p=3$<salt>$<hash>`. */
const FORM = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * The hash that a login checks if there is no password, so that every login takes the same time. No
 * password has this hash.
 */
export const NO_PASSWORD = encode({
  parameters: CURRENT,
  salt: Buffer.alloc(SALT_BYTES),
  hash: Buffer.alloc(HASH_BYTES),
});

export async function hashPassword(password: string, random: RandomBytes): Promise<string> {
  const salt = random(SALT_BYTES);
  const options = { parameters: CURRENT, salt, length: HASH_BYTES };
  return encode({ parameters: CURRENT, salt, hash: await derived(password, options) });
}

/**
 * Returns whether the password matches the hash.
 * @throws TypeError when the stored text is not a hash of this format
 */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const { parameters, salt, hash } = decode(stored);
  const computed = await derived(password, { parameters, salt, length: hash.length });
  return constantTimeEqual(computed, hash);
}

interface DerivedOptions extends Pick<ScryptHash, "parameters" | "salt"> {
  readonly length: number;
}

/**
 * Derives the hash of a password. The password is normalized first, because keyboards compose
 * characters in different ways.
 * Source: NIST SP 800-63B, section 5.1.1.2.
 */
function derived(password: string, { parameters, salt, length }: DerivedOptions): Promise<Buffer> {
  const { ln, r, p } = parameters;
  const N = 2 ** ln;
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) =>
    scrypt(password.normalize("NFKC"), salt, length, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    ),
  );
}

function encode({ parameters: { ln, r, p }, salt, hash }: ScryptHash): string {
  return `$scrypt$ln=${ln},r=${r},p=${p}$${base64(salt)}$${base64(hash)}`;
}

function decode(text: string): ScryptHash {
  const [, ln, r, p, salt = "", hash = ""] = FORM.exec(text) ?? [];
  if (ln === undefined) throw new TypeError("The stored password hash has an unknown format");
  return {
    parameters: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, "base64"),
    hash: Buffer.from(hash, "base64"),
  };
}

/** Encodes base64 without padding, as the PHC string format requires. */
function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64").replace(/=+$/, "");
}

/** The number of hashes at once. Each takes 32 MiB and one of the four threads in Node's pool. */
const AT_ONCE = 2;
const MAX_WAITING = 64;

type ScryptQueue = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Creates a queue that limits how many hashes are computed at once, so that logins cannot exhaust
 * the process.
 * @throws ApiError `server_busy` when too many hashes wait
 */
export function createScryptQueue(): ScryptQueue {
  const limit = pLimit(AT_ONCE);
  return async (work) => {
    if (limit.pendingCount < MAX_WAITING) return await limit(work);
    throw new ApiError("server_busy", "Too many logins are in progress", { retryAfterSeconds: 5 });
  };
}
