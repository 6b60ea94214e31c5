import type { CertificateSignable } from "@veil/contracts/certificate";
import type { Claim, ItemClass } from "@veil/contracts/claims";
import type {
  CertificateOutcome,
  CertificateTrust,
  VerifiedCertificate,
} from "@veil/veil/verifier";
import { type Content, type Fact, facts, list, type Section, text } from "./content.ts";
import { certificateLimits } from "./limits.ts";
import { failedStep, stepResults } from "./step-results.ts";

type Trust = Pick<CertificateTrust, "witnesses" | "pins">;

/** The result of a verification, for readers who are no programmers. */
export function certificateContent(
  outcome: CertificateOutcome,
  trust: Trust,
  more: readonly string[] = [],
): Content {
  return outcome.valid ? validContent(outcome.verified, trust, more) : invalidContent(outcome);
}

function validContent(
  verified: VerifiedCertificate,
  trust: Trust,
  more: readonly string[],
): Content {
  const { signable } = verified.certificate;
  const { request_id, issuer, environment, issued_at, status } = signable;
  return {
    title: `Isolation certificate of the call ${request_id}, by ${issuer} (${environment})`,
    verdict: { valid: true, text: `VALID. Issued ${issued_at}; the call is ${status}.` },
    sections: [
      stepsSection(stepResults(verified)),
      section("What it proves, if the components and their keys are what they say", [
        ...proofs(verified),
      ]),
      section("What the gateway states, and no other component confirms", statements(signable)),
      section("What it does not prove", [...certificateLimits(verified, trust), ...more]),
      { heading: "Verified with", blocks: [facts(trustFacts(verified, trust))] },
    ],
  };
}

function invalidContent(outcome: Extract<CertificateOutcome, { valid: false }>): Content {
  const steps = stepResults(outcome);
  const { number, title } = failedStep(steps);
  const { code, message } = outcome.error;
  return {
    title: "Isolation certificate",
    verdict: { valid: false, text: `NOT VALID. Step ${number} does not hold: ${title}.` },
    sections: [
      {
        heading: "Why",
        blocks: [
          text(`${sentence(message)} The code of the step is ${code}.`),
          text("Nothing that this document says is proven. The steps after it were not checked."),
        ],
      },
      stepsSection(steps),
    ],
  };
}

export function sentence(message: string): string {
  return `${message[0]?.toUpperCase() ?? ""}${message.slice(1)}.`;
}

export function stepsSection(steps: ReturnType<typeof stepResults>): Section {
  return { heading: "The steps of the verification", blocks: [{ kind: "steps", steps }] };
}

function section(heading: string, items: readonly string[]): Section {
  return { heading, blocks: [list(items)] };
}

function trustFacts(
  { manifestVersion, certificate }: VerifiedCertificate,
  { pins, witnesses }: Trust,
): readonly Fact[] {
  return [
    ["Key manifest", `version ${manifestVersion}, of ${certificate.signable.issuer}`],
    ["Pinned keys of the manifest", pins.map(({ keyId }) => keyId).join(", ")],
    ["Pinned witnesses of the log", witnesses.map(({ name }) => name).join(", ") || "none"],
    ["Key of the signer", certificate.signature.key_id],
  ];
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
