import { parseArgs } from "node:util";
import { checkCluster, printReport } from "@veil/netpol";
import { type Command, InputError } from "../command.ts";
import {
  EXPECT_HELP,
  EXPECT_OPTIONS,
  INPUT_HELP,
  orInputError,
  positionals,
  readInputs,
} from "./inputs.ts";

export const netpolCheck: Command = {
  name: "netpol check",
  summary: "compare what the policies open with what may be open",
  help: `Usage: veil netpol check [--expect FILE] [--variant NAME] [--json] DIR|FILE

Evaluates the NetworkPolicies of the manifests and compares every open edge with the file of
expected edges: the sandboxes apart, over any path; a sandbox and its probe under the same
policies; nothing open that is not listed, nothing listed that is closed; only the proxies
reach the Internet; unknown pods reach nothing; every namespace closed by default; both ends
written; no dead rule.

In a live cluster the zones of that file are checked; all other pods there may only have the
edges of the platform's pods that it names. Policies of other kinds are a breach unless it lists
them: name their kinds to kubectl too, such as ciliumnetworkpolicies or adminnetworkpolicies.

${INPUT_HELP}
Options:
${EXPECT_HELP}  --json          print the report as JSON
  --help          show this text

Exit codes: 0 all checks hold, 1 one does not (the edge is named), 2 wrong usage or input
`,
  prepare(args) {
    const { values, positionals: given } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...EXPECT_OPTIONS, json: { type: "boolean", default: false } },
    });
    const [where = ""] = positionals(given, 1);
    return async (print) => {
      const { cluster, expectations, manifests } = readInputs(where, values);
      if (expectations === undefined)
        throw new InputError(
          `no isolation.yaml above ${where}; name the expected edges with --expect`,
        );
      const report = orInputError(() => checkCluster(cluster, expectations));
      print(
        values.json
          ? `${JSON.stringify({ source: manifests.source, ...report }, null, 2)}\n`
          : `${manifests.source}\n\n${printReport(report)}`,
      );
      const { length } = report.findings;
      if (length > 0) throw new Error(`${length} ${length === 1 ? "breach" : "breaches"}`);
    };
  },
};
