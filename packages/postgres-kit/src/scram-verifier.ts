import { createHash, createHmac, pbkdf2, randomBytes } from "node:crypto";
import { promisify } from "node:util";

const ITERATIONS = 4096;
const derive = promisify(pbkdf2);

/**
 * Returns `SCRAM-SHA-256$4096:salt$StoredKey:ServerKey` (RFC 5802 section 3, RFC 7677;
 * pg_authid.rolpassword). Sending this verifier keeps the password out of the server's log.
 * @throws TypeError for a password that is not printable ASCII, because SASLprep (RFC 4013) would
 * change it
 */
export async function scramVerifier(password: string, salt = randomBytes(16)): Promise<string> {
  if (!/^[\x21-\x7e]{8,128}$/.test(password))
    throw new TypeError("A role's password must be 8 to 128 printable ASCII characters");
  const salted = await derive(password, salt, ITERATIONS, 32, "sha256");
  const storedKey = createHash("sha256").update(hmac(salted, "Client Key")).digest("base64");
  const serverKey = hmac(salted, "Server Key").toString("base64");
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString("base64")}$${storedKey}:${serverKey}`;
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
