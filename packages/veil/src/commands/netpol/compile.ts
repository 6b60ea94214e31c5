import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { compileNftables, type Expectations, type ExtraPod, planAddresses } from "@veil/netpol";
import type { Command } from "../command.ts";
import {
  EXPECT_HELP,
  EXPECT_OPTIONS,
  INPUT_HELP,
  orInputError,
  positionals,
  readInputs,
} from "./inputs.ts";

export const netpolCompile: Command = {
  name: "netpol compile",
  summary: "turn the policies into nftables rules, which Linux enforces without a cluster",
  help: `Usage: veil netpol compile --to nftables [OPTIONS] DIR|FILE

Gives every workload, and every pod of the platform that the expected edges name, one address and
one interface on a node that routes between them, and prints rules for \`nft -f\` on that node: a
table that accepts what the policies allow and drops the rest, and a table that translates the
addresses of Services to those of pods.

${INPUT_HELP}
Options:
  --to nftables         the only supported target
  --plan FILE           write all addresses and interfaces, as JSON
  --pod-range CIDR      IPv4 block for pods; default 10.77.0.0/16
  --service-range CIDR  IPv4 block for Services without a fixed address; default 10.78.0.0/16
${EXPECT_HELP}  --help          show this text

Exit codes: 0 done, 2 wrong usage or input
`,
  prepare(args) {
    const { values, positionals: given } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...EXPECT_OPTIONS,
        to: { type: "string" },
        plan: { type: "string" },
        "pod-range": { type: "string" },
        "service-range": { type: "string" },
      },
    });
    if (values.to !== "nftables") throw new Error("--to nftables is required");
    const [where = ""] = positionals(given, 1);
    const { plan: planFile, "pod-range": podRange, "service-range": serviceRange } = values;
    return async (print) => {
      const { cluster, expectations } = readInputs(where, values);
      const plan = orInputError(() =>
        planAddresses(cluster, {
          extra: platform(expectations),
          ...(podRange === undefined ? {} : { podRange }),
          ...(serviceRange === undefined ? {} : { serviceRange }),
        }),
      );
      if (planFile !== undefined)
        orInputError(() => writeFileSync(planFile, `${JSON.stringify(plan, null, 2)}\n`));
      print(compileNftables(cluster.policies, plan));
    };
  },
};

function platform(expectations: Expectations | undefined): readonly ExtraPod[] {
  return (expectations?.platform ?? []).map(({ name, ...pod }) => ({
    id: `${pod.namespace}/${name}`,
    ...pod,
  }));
}
