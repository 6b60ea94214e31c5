import type { Command } from "@commander-js/extra-typings";
import { checkCluster, printReport } from "@veil/netpol";
import { printBody } from "../../output/print.ts";
import type { Cli } from "../../program/cli.ts";
import { checkFailed, usageError } from "../../program/command-error.ts";
import { leaf } from "../../program/leaf.ts";
import { EXPECT, INPUT_HELP, orInputError, readInputs, VARIANT } from "./inputs.ts";

const DESCRIPTION = `Evaluates the NetworkPolicies of the manifests, compares every open edge with the file of expected
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

${INPUT_HELP}`;

export function addNetpolCheck(parent: Command, cli: Cli): void {
  leaf(parent, {
    usage: "check <DIR|FILE>",
    summary: "compare what the policies allow with what is expected",
    description: DESCRIPTION,
    fails: "a check fails; the report names the edge",
    examples: [
      "veil netpol check k8s/rendered/prod.yaml",
      "kubectl get -A -o yaml ns,all,networkpolicies | veil netpol check --expect k8s/isolation.yaml --variant prod -",
    ],
  })
    .addOption(EXPECT())
    .addOption(VARIANT())
    .action((where, options) => {
      const { cluster, expectations, manifests } = readInputs(where, options);
      if (expectations === undefined)
        throw usageError(
          `no isolation.yaml found above ${where}; name the file of expected edges with --expect`,
        );
      const report = orInputError(() => checkCluster(cluster, expectations));
      const { source } = manifests;
      const forPeople = () => `${source}\n\n${printReport(report)}`;
      printBody(cli, options, { source, ...report }, forPeople);
      const { length } = report.findings;
      if (length > 0) throw checkFailed(`${length} ${length === 1 ? "breach" : "breaches"}`);
    });
}
