import type { SummaryOutcome, SummaryTrust, VerifiedSummary } from "@veil/veil/verifier";
import { type Content, facts, list, text } from "./content.ts";
import { SUMMARY_LIMITS } from "./limits.ts";
import { failedStep, summaryStepResults } from "./step-results.ts";
import { sentence, stepsSection } from "./verified-certificate.ts";

type Trust = Pick<SummaryTrust, "pins">;

/** The result of a verification, for readers who are no programmers. */
export function summaryOutcomeContent(
  outcome: SummaryOutcome,
  trust: Trust,
  more: readonly string[] = [],
): Content {
  return outcome.valid ? validContent(outcome.verified, trust, more) : invalidContent(outcome);
}

function validContent(
  { summary, signingKeyId, manifestVersion, passed }: VerifiedSummary,
  { pins }: Trust,
  more: readonly string[],
): Content {
  const { issuer, issued_at } = summary;
  return {
    title: "The public summary of the certificate",
    verdict: { valid: true, text: `VALID. ${issuer} signed this summary at ${issued_at}.` },
    sections: [
      stepsSection(summaryStepResults({ passed })),
      {
        heading: "What it proves",
        blocks: [
          list([
            "The signer signed exactly these facts, with a key that the key manifest lists for it.",
            "The key manifest was signed with the pinned key.",
            "By its rules, the signer verified what each component claims to have received and given, and that these claims fit together.",
          ]),
        ],
      },
      { heading: "What it does not prove", blocks: [list([...SUMMARY_LIMITS, ...more])] },
      {
        heading: "Verified with",
        blocks: [
          facts([
            ["Pinned keys", pins.map(({ keyId }) => keyId).join(", ")],
            ["Key manifest", `version ${manifestVersion}`],
            ["Key of the signer", signingKeyId],
          ]),
        ],
      },
    ],
  };
}

function invalidContent(outcome: Extract<SummaryOutcome, { valid: false }>): Content {
  const steps = summaryStepResults(outcome);
  const { number, title } = failedStep(steps);
  const { code, message } = outcome.error;
  return {
    title: "The public summary of the certificate",
    verdict: { valid: false, text: `NOT VALID. Step ${number} does not hold: ${title}.` },
    sections: [
      {
        heading: "Why",
        blocks: [
          text(`${sentence(message)} The code of the step is ${code}.`),
          text("Nothing that the summary says is proven. The steps after it were not checked."),
        ],
      },
      stepsSection(steps),
    ],
  };
}
