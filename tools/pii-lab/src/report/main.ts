import path from "node:path";
import { createEngine } from "@veil/pii";
import { readBundledModels } from "@veil/pii/models";
import { nameLists } from "../eval/report/name-lists.ts";
import { presidioAnalyzer } from "../peer/presidio-analyzer.ts";
import { print, runCommand, writeNote } from "../run-command.ts";
import { parseReportArguments, REPORT_USAGE } from "./arguments.ts";
import { readRelease } from "./release.ts";
import { runReport } from "./run-report.ts";

const ROOT = path.resolve(import.meta.dirname, "../../../..");

function peer() {
  const { PRESIDIO_URL: url = "", PRESIDIO_PROBLEM: problem = "" } = process.env;
  if (url === "") return problem || "PRESIDIO_URL names no analyzer";
  return presidioAnalyzer(url, process.env["PRESIDIO_NAME"]);
}

await runCommand(async (signal) => {
  const args = parseReportArguments(process.argv.slice(2));
  if (args === "help") return print(REPORT_USAGE);
  const models = readBundledModels();
  await runReport(args, {
    ...{ release: await readRelease(ROOT), peer: peer(), isKnownName: nameLists(models) },
    engine: createEngine({ names: models }),
    command: ["npm run pii:report --", ...process.argv.slice(2)].join(" "),
    corporaFolder: path.join(ROOT, "tools/pii-lab/corpora"),
    dataFolder: process.env["VEIL_DATA"] ?? path.join(ROOT, "../shared/data"),
    document: path.join(ROOT, "docs/detection.md"),
    accuracy: path.join(ROOT, "packages/pii/accuracy.json"),
    now: () => new Date(),
    nowMs: () => performance.now(),
    signal,
    print,
    note: writeNote,
  });
});
