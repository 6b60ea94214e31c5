import type { CertificateSignable } from "@veil/contracts/certificate";
import type { Claim, ItemClass } from "@veil/contracts/claims";
import type {
  CertificateOutcome,
  CertificateTrust,
  VerifiedCertificate,
} from "@veil/veil/verifier";
import { type Content, type Fact, facts, list, type Section } from "./content.ts";
import { certificateLimits } from "./limits.ts";
import { refusedContent, stepsSection } from "./refused-content.ts";
import { stepResults } from "./step-results.ts";

type Trust = Pick<CertificateTrust, "witnesses" | "pins">;

/** Explains the result of verifying a certificate to readers who are not programmers. */
export function certificateContent(
  outcome: CertificateOutcome,
  trust: Trust,
  more: readonly string[] = [],
): Content {
  return outcome.valid
    ? validContent(outcome.verified, trust, more)
    : refusedContent(outcome, { title: "Isolation certificate", steps: stepResults(outcome) });
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
    result: { valid: true, text: `VALID. Issued ${issued_at}; the call is ${status}.` },
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
    `The sanitiser received original texts or options (${count(sanitiser, "raw_context")}), and no identity.`,
    worker === undefined
      ? "The worker made no claim: the call ended before it answered."
      : `The worker received a token and sanitised texts (${count(worker, "sanitised_context")}), and no identity or original text.`,
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
    `Replacements of personal data: ${redaction_count}, by the layers ${sanitizer_layers.join(", ") || "(none)"}. Calls to the provider: ${attempts}.`,
    `The scan of the answer ${dlp_redacted ? "removed" : "removed no"} personal data.`,
    release === null
      ? "It does not say which images ran."
      : `The images that ran (${release.images.length}), and the network policy, by their digests.`,
  ];
}
