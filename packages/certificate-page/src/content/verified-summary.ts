import type { SummaryOutcome, SummaryTrust, VerifiedSummary } from "@veil/veil/verifier";
import { type Content, facts, list } from "./content.ts";
import { ONE_PIN, SUMMARY_LIMITS } from "./limits.ts";
import { refusedContent, stepsSection } from "./refused-content.ts";
import { summaryStepResults } from "./step-results.ts";

const TITLE = "The public summary of the certificate";

type Trust = Pick<SummaryTrust, "pins">;

/** Explains the result of verifying a summary to readers who are not programmers. */
export function summaryOutcomeContent(
  outcome: SummaryOutcome,
  trust: Trust,
  more: readonly string[] = [],
): Content {
  return outcome.valid
    ? validContent(outcome.verified, trust, more)
    : refusedContent(outcome, { title: TITLE, steps: summaryStepResults(outcome) });
}

function validContent(
  { summary, signingKeyId, manifestVersion, passed }: VerifiedSummary,
  { pins }: Trust,
  more: readonly string[],
): Content {
  const { issuer, issued_at } = summary;
  return {
    title: TITLE,
    result: { valid: true, text: `VALID. ${issuer} signed this summary at ${issued_at}.` },
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
      { heading: "What it does not prove", blocks: [list([...SUMMARY_LIMITS, ONE_PIN, ...more])] },
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
