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
  summary: "compare what the policies allow with what is expected",
  help: `Usage: veil netpol check [--expect FILE] [--variant NAME] [--json] DIR|FILE

Evaluates the NetworkPolicies of the manifests, compares every open edge with the file of expected
edges, and checks that:
- the sandboxes cannot reach each other, over any path;
- a sandbox and its probe are bound by the same policies;
- every open edge is listed, and every listed edge is open;
- only the proxies reach the Internet, and unknown pods reach nothing;
- every namespace is closed by default;
- every edge is allowed by a policy at both ends, and no rule is dead.

In a live cluster the zones of that file are checked; all other pods may only have the edges of the
platform's pods that the file names. A policy of another kind is a breach unless the file lists it:
ask kubectl for those kinds too, such as ciliumnetworkpolicies or adminnetworkpolicies.

${INPUT_HELP}
Options:
${EXPECT_HELP}  --json          print the report as JSON
  --help          show this text

Exit codes: 0 all checks pass, 1 a check fails (the report names the edge), 2 wrong usage or input
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
          `no isolation.yaml found above ${where}; name the file of expected edges with --expect`,
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
