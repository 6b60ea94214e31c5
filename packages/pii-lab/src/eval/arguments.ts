import { parseArgs } from "node:util";

export const USAGE = `Usage: npm run pii:eval -- FILE... [options]
       npm run pii:eval -- --report
Measures detection on annotated texts: .jsonl or .jsonl.gz, one object a line,
{"id","language","text","spans":[{"start","end","type","value","optional"?}]}, offsets in UTF-16 code units.

  --json             one line of JSON per file instead of tables
  --predictions DIR  writes DIR/<name of FILE>: {"id","spans":[{"start","end","type","score"}]} a line
  --misses N         prints up to N missed spans and N false positives of each type, in context
  --seed N           seed of their selection (default 1)
  --report           regenerates docs/detection.md from the development sets in $VEIL_DATA
                     (default ../shared/data)
  --help

All types are enabled. Measured per type: precision, recall and F1 of spans with
exactly the bounds and the type; flagged, spans that overlap a finding of any type; covered, spans all of whose
letters and digits are in findings. "redaction" counts letters and digits, ignoring types; "by default" omits
ORGANIZATION and DATE_TIME. "optional" spans count neither way.`;

export type EvalArguments =
  | { readonly kind: "help" }
  | { readonly kind: "report" }
  | {
      readonly kind: "evaluate";
      readonly files: readonly string[];
      readonly json: boolean;
      readonly predictions: string | undefined;
      readonly misses: number;
      readonly seed: number;
    };

/** @throws Error with a message for the user */
export function parseEvalArguments(args: readonly string[]): EvalArguments {
  const { values, positionals: files } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: "boolean", default: false },
      predictions: { type: "string" },
      misses: { type: "string", default: "0" },
      seed: { type: "string", default: "1" },
      report: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return { kind: "help" };
  if (values.report) {
    if (files.length > 0) throw new Error("--report takes no files");
    return { kind: "report" };
  }
  if (files.length === 0) throw new Error("No files given; see --help");
  const misses = wholeNumber("--misses", values.misses);
  if (values.json && misses > 0) throw new Error("--json and --misses cannot be used together");
  const { json, predictions } = values;
  const seed = wholeNumber("--seed", values.seed);
  return { kind: "evaluate", files, json, predictions, misses, seed };
}

function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number))
    throw new Error(`${option} must be a whole number`);
  return number;
}
