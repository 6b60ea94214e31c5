import type { EvidenceOutcome, EvidenceTrust, VerifiedEvidence } from "@veil/veil/evidence";
import { type Content, type Fact, facts, list, type Section } from "./content.ts";
import { ONE_PIN } from "./limits.ts";
import { refusedContent, stepsSection } from "./refused-content.ts";
import { evidenceStepResults } from "./step-results.ts";

type Trust = Pick<EvidenceTrust, "pins" | "witnesses">;

/** What no evidence pack can prove. The pack's own README has the same list. */
const LIMITS: readonly string[] = [
  "That the list of certificates is complete: compare it with the ids that your applications received.",
  "That the gateway measured itself honestly: each control says who measured it.",
  "That the sanitiser found every personal detail: the pack's accuracy report says what it misses.",
  "Anything about the files in the folder operator: they are what the operator added.",
];

/** Explains the result of verifying an evidence pack to readers who are not programmers. */
export function evidenceContent(
  outcome: EvidenceOutcome,
  trust: Trust,
  more: readonly string[] = [],
): Content {
  return outcome.valid
    ? validContent(outcome.verified, trust, more)
    : refusedContent(outcome, { title: "Evidence pack", steps: evidenceStepResults(outcome) });
}

function validContent(verified: VerifiedEvidence, trust: Trust, more: readonly string[]): Content {
  const { predicate, posture } = verified;
  const { issuer, release, generated_at, since, until, certificates, checkpoint } = predicate;
  const { met, not_met, unknown } = posture;
  return {
    title: `Evidence pack of ${issuer}, Veil Gateway ${release}`,
    result: {
      valid: true,
      text: `VALID. Made ${generated_at}. Controls: ${met} met, ${not_met} not met, ${unknown} unknown.`,
    },
    sections: [
      {
        heading: "What it contains",
        blocks: [
          facts([
            ["Period", `${since} to ${until}`],
            ["Certificates", `${certificates.listed} listed, ${certificates.sampled} verified`],
            ["Audit log", `${checkpoint.size} entries`],
          ]),
        ],
      },
      ...notMet(verified),
      stepsSection(evidenceStepResults(verified)),
      {
        heading: "What it does not prove",
        blocks: [list([...LIMITS, ...trustLimits(trust), ...more])],
      },
      { heading: "Verified with", blocks: [facts(trustFacts(verified, trust))] },
    ],
  };
}

function notMet({ posture }: VerifiedEvidence): readonly Section[] {
  const open = posture.controls.filter(({ state }) => state !== "met");
  if (open.length === 0) return [];
  const lines = open.map(({ title, state, reason = "" }) =>
    `${title}: ${state === "not_met" ? "not met" : "unknown"}. ${reason}`.trim(),
  );
  return [{ heading: "Controls that are not met", blocks: [list(lines)] }];
}

function trustLimits({ pins, witnesses }: Trust): readonly string[] {
  return [
    witnesses.length === 0
      ? "That others see the same log, and when the pack was made: no witness was pinned."
      : `That the pinned witnesses (${witnesses.length}) are independent of the operator.`,
    ...(pins.length > 1 ? [] : [ONE_PIN]),
  ];
}

function trustFacts(
  { predicate, keyId }: VerifiedEvidence,
  { pins, witnesses }: Trust,
): readonly Fact[] {
  return [
    ["Key manifest", `version ${predicate.manifest.version}`],
    ["Pinned keys of the manifest", pins.map((pin) => pin.keyId).join(", ")],
    ["Pinned witnesses of the log", witnesses.map(({ name }) => name).join(", ") || "none"],
    ["Key of the index", keyId],
  ];
}
