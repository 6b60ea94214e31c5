import { spawnSync } from "node:child_process";
import path from "node:path";
import { type VerificationCode, VerificationError } from "@veil/crypto";
import type { VerifierCrypto } from "../src/verifier/index.ts";

const BUILT = path.resolve(import.meta.dirname, "../dist/verifier/index.js");

const PROGRAM = `
  import { text } from "node:stream/consumers";
  import { portableCrypto } from ${JSON.stringify(BUILT)};
  const answers = JSON.parse(await text(process.stdin)).map((parts) => {
    const [publicKey, message, signature] = parts.map((hex) => Buffer.from(hex, "hex"));
    try {
      return portableCrypto.verifyEd25519(publicKey, message, signature) ? "valid" : "invalid";
    } catch (error) {
      return error.code;
    }
  });
  process.stdout.write(JSON.stringify(answers));`;

type Signature = Parameters<VerifierCrypto["verifyEd25519"]>;

/**
 * Returns cryptography that records the result of each different signature: `valid`, `invalid`, or
 * the code of the error.
 */
export function recordAnswers(own: VerifierCrypto) {
  const answers = new Map<string, string>();
  const crypto: VerifierCrypto = {
    ...own,
    verifyEd25519(...signature) {
      const name = nameOf(signature);
      const answer = answers.get(name) ?? answerOf(own, signature);
      answers.set(name, answer);
      return resultOf(answer);
    },
  };
  return { answers, crypto };
}

/**
 * Verifies the same signatures with tweetnacl. It uses a separate process, because tweetnacl takes
 * ten times as long inside jest's contexts.
 * @returns the results by name, in the order of the names
 */
export function portableAnswers(names: Iterable<string>): Map<string, string> {
  const all = [...names];
  const input = JSON.stringify(all.map((name) => name.split(",")));
  const args = ["--input-type=module", "--eval", PROGRAM];
  const { stdout, stderr } = spawnSync(process.execPath, args, { input, encoding: "utf8" });
  if (stderr !== "") throw new Error(stderr);
  const answers: unknown = JSON.parse(stdout);
  if (!Array.isArray(answers)) throw new Error("Test: no answers");
  return new Map(all.map((name, position) => [name, String(answers[position])]));
}

/**
 * Returns cryptography that looks up recorded results.
 * @throws Error for a signature without a recorded result
 */
export function answeredCrypto(
  own: VerifierCrypto,
  answers: ReadonlyMap<string, string>,
): VerifierCrypto {
  return {
    ...own,
    verifyEd25519(...signature) {
      const answer = answers.get(nameOf(signature));
      if (answer === undefined) throw new Error("Test: a signature that was not asked before");
      return resultOf(answer);
    },
  };
}

function nameOf(signature: Signature): string {
  return signature.map((bytes) => Buffer.from(bytes).toString("hex")).join(",");
}

function answerOf({ verifyEd25519 }: VerifierCrypto, signature: Signature): string {
  try {
    return verifyEd25519(...signature) ? "valid" : "invalid";
  } catch (error) {
    if (error instanceof VerificationError) return error.code;
    throw error;
  }
}

function resultOf(answer: string): boolean {
  if (answer === "valid" || answer === "invalid") return answer === "valid";
  throw new VerificationError(answer as VerificationCode, "Test: refused");
}
