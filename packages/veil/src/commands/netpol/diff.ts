import { parseArgs } from "node:util";
import { createMatrix, diffMatrices, printChanges } from "@veil/netpol";
import type { Command } from "../command.ts";
import { EXPECT_HELP, EXPECT_OPTIONS, INPUT_HELP, positionals, readInputs } from "./inputs.ts";

export const netpolDiff: Command = {
  name: "netpol diff",
  summary: "show which edges a change to the manifests opens and closes",
  help: `Usage: veil netpol diff [--expect FILE] [--variant NAME] [--json] OLD NEW

Compares what is open, not how it is written: + opened, - closed, ~ on other ports.

${INPUT_HELP}
Options:
${EXPECT_HELP}  --json          print the changes as JSON
  --help          show this text

Exit codes: 0 no difference, 1 differences, 2 wrong usage or input
`,
  prepare(args) {
    const { values, positionals: given } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...EXPECT_OPTIONS, json: { type: "boolean", default: false } },
    });
    const [before = "", after = ""] = positionals(given, 2);
    return async (print) => {
      const [old, fresh] = [readInputs(before, values), readInputs(after, values)];
      const changes = diffMatrices(
        createMatrix(old.cluster, old.expectations),
        createMatrix(fresh.cluster, fresh.expectations ?? old.expectations),
      );
      print(values.json ? `${JSON.stringify(changes, null, 2)}\n` : printChanges(changes));
      if (changes.length > 0) throw new Error(`${changes.length} edges differ`);
    };
  },
};
