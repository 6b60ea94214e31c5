import { createNodeCrypto, rememberSignatures } from "@veil/veil";
import { portableCrypto, type VerifierCrypto, verifyCertificate } from "@veil/veil/verifier";
import { cycleOf } from "../cycle-of.ts";
import { type Rate, rateOf } from "../rate.ts";
import { inRounds, type Rounds } from "../rounds.ts";
import type { IssuedCertificates } from "./issued-certificates.ts";
import { createPlainEd25519 } from "./plain-ed25519.ts";

const VERIFIERS = ["single", "many", "portable", "plain", "plainPortable"] as const;
/**
 * The rates of verifying complete certificates, each as if it were the only one (`single`) or as
 * one of many (`many`), and of verifying only one Ed25519 signature over a certificate (`plain`).
 */
export type VerifyingRound = Readonly<Record<(typeof VERIFIERS)[number], Rate>>;

const CPU_MS = 600;
/** The CPU time for portable verification, which takes about 10 ms per certificate. */
const PORTABLE_MS = 1_500;

export async function measureVerifying(
  { files, pins }: IssuedCertificates,
  options: Rounds,
): Promise<VerifyingRound[]> {
  const plain = createPlainEd25519(files.map(({ certificate }) => certificate));
  const verifying = (crypto: VerifierCrypto) => {
    const next = cycleOf(files);
    return () => void verifyCertificate(next(), { pins, witnesses: [], crypto });
  };
  const single = verifying(createNodeCrypto());
  const many = verifying(rememberSignatures(createNodeCrypto()));
  const portable = verifying(portableCrypto);
  const round = (): VerifyingRound => ({
    single: rateOf(single, CPU_MS),
    many: rateOf(many, CPU_MS),
    plain: rateOf(plain.verify, CPU_MS),
    portable: rateOf(portable, PORTABLE_MS),
    plainPortable: rateOf(plain.verifyPortable, CPU_MS),
  });
  // After three rounds, the JIT compilers have settled.
  for (let time = 0; time < 3; time++) round();
  return await inRounds(options, "verifying", round);
}
