import { sign, verify } from "node:crypto";
import {
  ed25519PrivateKey,
  ed25519PublicKey,
  generateEd25519Seed,
  publicKeyBytes,
} from "@veil/crypto";
import nacl from "tweetnacl";
import { cycleOf } from "../cycle-of.ts";

/** Plain Ed25519 signatures over the bytes of certificates. */
export interface PlainEd25519 {
  /** Each call signs or verifies the next certificate. */
  sign(): void;
  verify(): void;
  /** Verifies with tweetnacl. */
  verifyPortable(): void;
}

export function createPlainEd25519(messages: readonly Uint8Array[]): PlainEd25519 {
  const privateKey = ed25519PrivateKey(generateEd25519Seed());
  const publicKey = ed25519PublicKey(privateKey);
  const raw = publicKeyBytes(publicKey);
  const signed = messages.map((message) => ({
    message,
    signature: sign(null, message, privateKey),
  }));
  const nextToSign = cycleOf(signed);
  const nextToVerify = cycleOf(signed);
  const nextPortable = cycleOf(signed);
  return {
    sign: () => void sign(null, nextToSign().message, privateKey),
    verify() {
      const { message, signature } = nextToVerify();
      required(verify(null, message, publicKey, signature));
    },
    verifyPortable() {
      const { message, signature } = nextPortable();
      required(nacl.sign.detached.verify(message, signature, raw));
    },
  };
}

function required(holds: boolean): void {
  if (!holds) throw new Error("A signature does not verify");
}
