import { parseArgs } from "node:util";
import { EVAL_POLICIES, type EvalPolicy } from "./eval-policy.ts";
import { wholeNumber } from "./whole-number.ts";

export const USAGE = `Usage: npm run pii:eval -- FILE... [options]
Measures detection on annotated texts: .jsonl or .jsonl.gz, one object a line,
{"id","language","text","spans":[{"start","end","type","value","optional"?}]}, offsets in UTF-16 code units.

  --policy default|all
                     default (if absent): what a gateway without settings replaces; organizations and dates
                     stay, so that a person found as an organization is not found
                     all: every type, whatever the confidence
  --json             one line of JSON per file instead of tables
  --predictions DIR  writes DIR/<name of FILE>: {"id","spans":[{"start","end","type","score"}]} a line
  --misses N         prints up to N missed spans and N false positives of each type, in context
  --seed N           seed of their selection (default 1)
  --help

Measured per type: precision, recall and F1 of spans with
exactly the bounds and the type; flagged, spans that overlap a finding of any type; covered, spans all of whose
letters and digits are in findings. "redaction" counts letters and digits, ignoring types; "by default", annotated organizations
and dates are optional and those found do not count, as everywhere under the policy default, except in the precision
of PERSON. "optional" spans count neither way.`;

export type EvalArguments =
  | { readonly kind: "help" }
  | {
      readonly kind: "evaluate";
      readonly files: readonly string[];
      readonly policy: EvalPolicy;
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
      policy: { type: "string" },
      json: { type: "boolean", default: false },
      predictions: { type: "string" },
      misses: { type: "string", default: "0" },
      seed: { type: "string", default: "1" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return { kind: "help" };
  const policy = EVAL_POLICIES.find((each) => each === (values.policy ?? "default"));
  if (policy === undefined) throw new Error("--policy must be default or all");
  if (files.length === 0) throw new Error("No files given; see --help");
  const misses = wholeNumber("--misses", values.misses);
  if (values.json && misses > 0) throw new Error("--json and --misses cannot be used together");
  const { json, predictions } = values;
  const seed = wholeNumber("--seed", values.seed);
  return { kind: "evaluate", files, policy, json, predictions, misses, seed };
}
