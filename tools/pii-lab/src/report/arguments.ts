import { parseArgs } from "node:util";
import { wholeNumber } from "../eval/whole-number.ts";

export const REPORT_USAGE = `Usage: npm run pii:report -- [options]
Measures detection and writes a page in Markdown, accuracy-VERSION.md. Sets are the annotated corpora of
tools/pii-lab/corpora, and the development sets in $VEIL_DATA/dev (default ../shared/data/dev), of which the page has
figures but no text. Both policies are measured. Presidio is measured on the same texts: at PRESIDIO_URL, else it is
installed from PyPI (400 MB).

  --out DIR        folder of the page (default .tooling/reports)
  --committed      without the development sets
  --limit N        up to N texts of each set (default: all)
  --peer-limit N   up to N English texts of each set for Presidio (default 150; it takes about 40 ms a text)
  --seed N         seed of what is drawn: texts and examples (default 1)
  --without-peer   does not measure Presidio
  --require-peer   fails where Presidio cannot be measured
  --document       also writes the tables of docs/detection.md and packages/pii/accuracy.json; needs all texts of the
                   development sets
  --help`;

export interface ReportArguments {
  readonly out: string;
  readonly committed: boolean;
  readonly limit: number | undefined;
  readonly peerLimit: number;
  readonly seed: number;
  readonly peer: "optional" | "required" | "left out";
  readonly document: boolean;
}

/** @throws Error with a message for the user */
export function parseReportArguments(args: readonly string[]): ReportArguments | "help" {
  const { values } = parseArgs({
    args: [...args],
    options: {
      out: { type: "string", default: ".tooling/reports" },
      committed: { type: "boolean", default: false },
      limit: { type: "string" },
      "peer-limit": { type: "string", default: "150" },
      seed: { type: "string", default: "1" },
      "without-peer": { type: "boolean", default: false },
      "require-peer": { type: "boolean", default: false },
      document: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return "help";
  const { out, committed, document, limit } = values;
  if (values["without-peer"] && values["require-peer"])
    throw new Error("--without-peer and --require-peer cannot be used together");
  if (document && (committed || limit !== undefined))
    throw new Error("--document needs all texts of the development sets");
  return {
    ...{ out, committed, document },
    limit: limit === undefined ? undefined : count("--limit", limit),
    peerLimit: count("--peer-limit", values["peer-limit"]),
    seed: wholeNumber("--seed", values.seed),
    peer: peerOf(values["without-peer"], values["require-peer"]),
  };
}

function peerOf(without: boolean, required: boolean): ReportArguments["peer"] {
  if (without) return "left out";
  return required ? "required" : "optional";
}

function count(option: string, text: string): number {
  const number = wholeNumber(option, text);
  if (number === 0) throw new Error(`${option} must be at least 1`);
  return number;
}
