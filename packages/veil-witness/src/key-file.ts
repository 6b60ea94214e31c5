import { checkedJson } from "@veil/contracts/parsing";
import {
  ed25519PrivateKey,
  generateEd25519Seed,
  type RandomBytes,
  VerificationError,
  verifying,
} from "@veil/crypto";
import { createNoteSigner } from "@veil/veil";
import type { NoteSigner } from "@veil/veil/log";
import { Type } from "typebox";

/** The witness's private key file. */
const WitnessKeyFile = Type.Object(
  {
    name: Type.String(),
    algorithm: Type.Literal("Ed25519"),
    /** 32 bytes in hexadecimal. */
    private_key: Type.String({ pattern: "^[0-9a-f]{64}$" }),
  },
  { additionalProperties: false },
);

const parseFile = checkedJson(WitnessKeyFile);

/**
 * Returns the JSON of a new key.
 * @param name - the name by which logs know the witness, such as `witness.example/w1`
 */
export function createWitnessKey(name: string, random: RandomBytes): string {
  const private_key = generateEd25519Seed(random).toString("hex");
  const json = JSON.stringify({ name, algorithm: "Ed25519", private_key });
  readWitnessKey(json);
  return `${json}\n`;
}

/**
 * Parses the file.
 * @throws VerificationError `malformed` whose message contains nothing from the file
 */
export function readWitnessKey(json: string): NoteSigner {
  const file = verifying("malformed", "not a key of a witness", () => parseFile(json));
  const seed = Buffer.from(file.private_key, "hex");
  if (seed.length !== 32) throw new VerificationError("malformed", "not a key of a witness");
  return createNoteSigner(file.name, "cosignature/v1", ed25519PrivateKey(seed));
}
