import type { CertificateTrust, VerifiedCertificate } from "@veil/veil/verifier";

/** What no certificate can prove. `docs/veil-format.md` contains the same list for implementers. */
export const CERTIFICATE_LIMITS: readonly string[] = [
  "That the sanitiser found every personal detail: what it overlooked went to the provider.",
  "That each component ran the published code. A component's claim is its own word, and one operator runs them all.",
  "What the provider of the model did with what it received.",
  "That nothing else happened: it speaks of this call's own messages, and of the networks when they were probed.",
];

/** Returns what a verified certificate does not prove. This depends on what the reader pinned. */
export function certificateLimits(
  { assembledItems, judgedAt, claims }: VerifiedCertificate,
  { witnesses, pins }: Pick<CertificateTrust, "witnesses" | "pins">,
): readonly string[] {
  return [
    ...CERTIFICATE_LIMITS,
    ...(claims.worker === undefined
      ? []
      : [
          "That templates, tools and parameters are free of personal data: they do not pass through the sanitiser's fields.",
        ]),
    ...(assembledItems === 0
      ? []
      : [
          `That every text at the worker is the sanitiser's own: the gateway put ${assembledItems} of them together from sanitised ones.`,
        ]),
    ...(judgedAt.by === "witnesses"
      ? [`That the pinned witnesses (${witnesses.length}) are independent of the operator.`]
      : ["That it was not dated back, or that others see the same log: no witness was pinned."]),
    ...(pins.length > 1 ? [] : [ONE_PIN]),
  ];
}

export const ONE_PIN = "More than the one pinned key vouches for: its owner is trusted.";

/** What no summary can prove, even if it is valid. */
export const SUMMARY_LIMITS: readonly string[] = [
  "That the components claimed what it says: the signer verified their signatures, and its word stands here for theirs. The certificate has them.",
  "That the certificate is in the audit log, and when it was made: only the certificate has that evidence.",
  ...CERTIFICATE_LIMITS,
];

/** An additional limit if the verifying page came from the server that it verifies. */
export const PAGE_LIMIT =
  "That this page is honest: the server that it speaks of sent the page and its script. Who doubts that server uses a copy of the verifier from elsewhere, such as the command veil verify.";
