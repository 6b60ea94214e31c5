import type { AccuracyReport } from "@veil/contracts/accuracy-report";
import type { CanaryResult } from "../../ports.ts";
import type { Control } from "../control.ts";

interface MaskingControlDeps {
  /** Returns the last run of the masking canary. Undefined if it never ran. */
  readonly canary: () => CanaryResult | undefined;
  readonly accuracy: AccuracyReport;
  /** SHA-256 of the report's file, in hexadecimal. */
  readonly accuracySha256: string;
  /** Returns the name models that this release contains: file names and SHA-256. */
  readonly models: () => Promise<AccuracyReport["models"]>;
}

/** A canary runs every minute; two may fail before the state is unknown. */
const CANARY_VALID_MS = 3 * 60_000;

/** Returns the controls for finding and replacing personal data. */
export function maskingControls(deps: MaskingControlDeps): readonly Control[] {
  return [canaryControl(deps), accuracyControl(deps)];
}

function canaryControl({ canary }: MaskingControlDeps): Control {
  return {
    id: "masking_canary",
    title: "The sanitiser replaces planted values",
    promise:
      "Every minute a text with random values of fixed forms passes through the sanitiser that requests use, and none of the values comes out. If the sanitiser does not respond, requests are refused.",
    measuredBy: "edge gateway",
    method: "run_time_test",
    maxAgeMs: CANARY_VALID_MS,
    articles: ["25(1)", "32(1)(a)", "32(1)(d)"],
    goals: ["data_minimization", "unlinkability"],
    async measure() {
      const last = canary();
      if (last === undefined) return { state: "unknown", measuredAt: undefined };
      const { at: measuredAt, planted, missed } = last;
      return {
        state: missed.length === 0 ? "met" : "not_met",
        reason: missed.length === 0 ? undefined : `Not replaced: ${missed.join(", ")}`,
        measuredAt,
        figures: [
          { name: "values planted", value: planted },
          { name: "values replaced", value: planted - missed.length },
        ],
      };
    },
  };
}

function accuracyControl(deps: MaskingControlDeps): Control {
  const { accuracy, accuracySha256, models } = deps;
  return {
    id: "detection_accuracy",
    title: "Accuracy of detection, measured for this release",
    promise:
      "The release states how much personal data the default policy replaces, and what it misses. A value that is not found reaches the provider.",
    measuredBy: "npm run pii:report",
    method: "release_measurement",
    articles: ["5(1)(d)", "25(1)", "35(7)(c)"],
    goals: ["transparency", "data_minimization"],
    async measure() {
      const isMeasured = JSON.stringify(await models()) === JSON.stringify(accuracy.models);
      return {
        state: isMeasured ? "met" : "unknown",
        reason: isMeasured ? undefined : "The report measured other models than those that run",
        measuredAt: new Date(accuracy.measured_at),
        figures: accuracy.sets.flatMap(figuresOf),
        evidence: [{ address: "packages/pii/accuracy.json", sha256: accuracySha256 }],
      };
    },
  };
}

function figuresOf({ title, texts, redaction, types }: AccuracyReport["sets"][number]) {
  return [
    { name: `${title}: texts`, value: texts },
    { name: `${title}: recall of letters and digits`, value: redaction.recall },
    { name: `${title}: precision of letters and digits`, value: redaction.precision },
    ...Object.entries(types).flatMap(([type, { values, replaced, precision }]) => [
      { name: `${title}: ${type} values`, value: values },
      { name: `${title}: ${type} share replaced completely`, value: replaced },
      { name: `${title}: ${type} precision`, value: precision },
    ]),
  ];
}
