import { parseArgs } from "node:util";

export const USAGE = `Usage: npm run pii:eval -- FILE... [options]
       npm run pii:eval -- --report
Measures detection on annotated texts: .jsonl or .jsonl.gz, one object a line,
{"id","language","text","spans":[{"start","end","type","value","optional"?}]}, offsets in UTF-16 code units.

  --json             one line of JSON for each file instead of tables
  --predictions DIR  writes DIR/<name of FILE>: {"id","spans":[{"start","end","type","score"}]} a line
  --misses N         prints up to N missed spans and N false alarms of each type, with what is around them
  --seed N           which of them (default 1)
  --report           writes docs/detection.md anew from the development sets in $VEIL_DATA
                     (default ../shared/data)
  --help

Every type is on, as the sanitiser finds it. Measured for each type: precision, recall and F1 of spans with
exactly the bounds and the type; flagged, spans that overlap a finding of any type; covered, spans all of whose
letters and digits lie in findings. "redaction" counts letters and digits whatever the type; "by default" leaves
ORGANIZATION and DATE_TIME aside. "optional" spans count neither way.`;

export type EvalArguments =
  | { readonly kind: "help" }
  | { readonly kind: "report" }
  | {
      readonly kind: "evaluate";
      readonly files: readonly string[];
      readonly json: boolean;
      /** Undefined: predictions are not written. */
      readonly predictions: string | undefined;
      readonly misses: number;
      readonly seed: number;
    };

/** @throws Error in words */
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
    if (files.length > 0) throw new Error("--report chooses its files itself");
    return { kind: "report" };
  }
  if (files.length === 0) throw new Error("Which files? --help tells what there is.");
  const misses = wholeNumber("--misses", values.misses);
  if (values.json && misses > 0) throw new Error("--json and --misses do not go together");
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
