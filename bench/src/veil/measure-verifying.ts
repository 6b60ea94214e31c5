import { createNodeCrypto } from "@veil/veil";
import { portableCrypto, type VerifierCrypto, verifyCertificate } from "@veil/veil/verifier";
import type { BenchOptions } from "../bench-options.ts";
import type { IssuedCertificates } from "./issued-certificates.ts";
import { createPlainEd25519, inTurns } from "./plain-ed25519.ts";
import { type Rate, rateOf } from "./rate.ts";

export const VERIFIERS = ["alone", "portable", "plain", "plainPortable"] as const;
/** One certificate after the other is verified in whole; or one signature over it, by Ed25519 alone. */
export type VerifyingRound = Readonly<Record<(typeof VERIFIERS)[number], Rate>>;

const DURATION_MS = 600;
/** A portable verification takes some 10 ms. */
const PORTABLE_MS = 1_500;

export function measureVerifying(
  { files, pins }: IssuedCertificates,
  { rounds, onProgress }: Pick<BenchOptions, "rounds" | "onProgress">,
): VerifyingRound[] {
  const plain = createPlainEd25519(files.map(({ certificate }) => certificate));
  const verifying = (crypto: VerifierCrypto) => {
    const next = inTurns(files);
    return () => void verifyCertificate(next(), { pins, witnesses: [], crypto });
  };
  const [alone, portable] = [verifying(createNodeCrypto()), verifying(portableCrypto)];
  const round = (): VerifyingRound => ({
    alone: rateOf(alone, DURATION_MS),
    plain: rateOf(plain.verify, DURATION_MS),
    portable: rateOf(portable, PORTABLE_MS),
    plainPortable: rateOf(plain.verifyPortable, DURATION_MS),
  });
  round();
  return Array.from({ length: rounds }, (_, at) => {
    onProgress(`verifying: round ${at + 1} of ${rounds}`);
    return round();
  });
}
