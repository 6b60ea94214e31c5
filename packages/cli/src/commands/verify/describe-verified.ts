import type { CertificateSignable } from "@veil/contracts/certificate";
import type { Claim, ItemClass } from "@veil/contracts/claims";
import { type CertificateTrust, stepResults, type VerifiedCertificate } from "@veil/veil/verifier";

/** A page for readers who are no programmers. */
export function describeVerified(verified: VerifiedCertificate, trust: CertificateTrust): string {
  const { signable } = verified.certificate;
  const { request_id, issuer, environment, issued_at, status } = signable;
  const steps = stepResults(verified.passed).map(
    ({ number, title, result }) =>
      `  ${String(number).padStart(2)}  ${result === "holds" ? "holds  " : "no data"}  ${title}`,
  );
  return [
    `Isolation certificate of the call ${request_id}, by ${issuer} (${environment})`,
    `VALID. Issued ${issued_at}; the call is ${status}.`,
    "",
    ...steps,
    ...section("What it proves, if the components and their keys are what they say", [
      ...proofs(verified),
    ]),
    ...section("What the gateway states, and no other component confirms", statements(signable)),
    ...section("What it does not prove", limits(verified, trust)),
  ].join("\n");
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return ["", `${title}:`, ...lines.map((line) => `  - ${line}`), ""].slice(0, -1);
}

function proofs({ claims, certificate, judgedAt }: VerifiedCertificate): readonly string[] {
  const { worker, sanitiser } = claims;
  const { a_to_b, b_to_a, enforced_by } = certificate.signable.isolation;
  const { evidence } = certificate;
  return [
    "The bridge received the customer's id, and nothing of the call's content.",
    `The sanitiser received ${count(sanitiser, "raw_context")} texts or options, and no identity.`,
    worker === undefined
      ? "The worker made no claim: the call ended before it answered."
      : `The worker received a token, ${count(worker, "sanitised_context")} sanitised texts, and no identity or raw text.`,
    "What one component says it sent, the other one says it received, byte for byte.",
    `The networks of the two sandboxes: bridge to worker ${a_to_b}, worker to bridge ${b_to_a} (${enforced_by}).`,
    evidence === null
      ? "No log has confirmed the certificate yet."
      : `It is entry ${evidence.seq} of the operator's audit log.`,
    `Every key was valid at ${judgedAt.time}, the time that the ${judgedAt.by === "witnesses" ? "pinned witnesses" : "issuer alone"} stated.`,
  ];
}

function count({ received }: Claim, kind: ItemClass): number {
  return received.filter((item) => item.class === kind).length;
}

function statements(signable: CertificateSignable): readonly string[] {
  const { redaction_count, sanitizer_layers, dlp_redacted, attempts, release } = signable;
  return [
    `${redaction_count} replacements by the layers ${sanitizer_layers.join(", ") || "(none)"}; ${attempts} attempts.`,
    `The scan of the answer ${dlp_redacted ? "removed" : "removed no"} personal data.`,
    release === null
      ? "It does not say which images ran."
      : `The digests of ${release.images.length} images, and of the network policy.`,
  ];
}

function limits(
  { assembledItems, judgedAt, claims }: VerifiedCertificate,
  { witnesses, pins }: CertificateTrust,
): readonly string[] {
  return [
    "That the sanitiser found every personal detail: what it overlooked went to the provider.",
    "That each component ran the published code. A component's claim is its own word, and one operator runs them all.",
    "What the provider of the model did with what it received.",
    "That nothing else happened: it speaks of this call's own messages, and of the networks when they were probed.",
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
      ? [`That the ${witnesses.length} pinned witnesses are independent of the operator.`]
      : ["That it was not dated back, or that others see the same log: no witness was pinned."]),
    ...(pins.length > 1 ? [] : ["More than the one pinned key vouches for: its owner is trusted."]),
  ];
}
