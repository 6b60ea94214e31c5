import { parseArgs } from "node:util";
import { lintManifests, loadManifests } from "@veil/netpol";
import type { Command } from "../command.ts";
import { INPUT_HELP, orInputError, positionals } from "./inputs.ts";

export const netpolLint: Command = {
  name: "netpol lint",
  summary: "look for mistakes in policies",
  help: `Usage: veil netpol lint [--json] DIR|FILE

Looks for fields that do not exist, missing policyTypes and namespaces, selectors in two list
elements (which means either, not both), empty peers and ports, DNS on only one protocol, exceptions
outside their block, and selectors that match more than they seem to.

${INPUT_HELP}
Options:
  --json   print the findings as JSON
  --help   show this text

Exit codes: 0 no finding, 1 findings, 2 wrong usage or input
`,
  prepare(args) {
    const { values, positionals: given } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { json: { type: "boolean", default: false } },
    });
    const [where = ""] = positionals(given, 1);
    return async (print) => {
      const findings = orInputError(() => lintManifests(loadManifests(where).objects));
      print(
        values.json
          ? `${JSON.stringify(findings, null, 2)}\n`
          : findings
              .map(({ rule, policy, message }) => `${policy}: ${message} (${rule})\n`)
              .join(""),
      );
      if (findings.length > 0)
        throw new Error(`${findings.length} ${findings.length === 1 ? "finding" : "findings"}`);
    };
  },
};
