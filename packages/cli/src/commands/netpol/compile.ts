import { writeFileSync } from "node:fs";
import { type Command, Option } from "@commander-js/extra-typings";
import { compileNftables, type Expectations, type ExtraPod, planAddresses } from "@veil/netpol";
import { printBody } from "../../output/print.ts";
import type { Cli } from "../../program/cli.ts";
import { leaf } from "../../program/leaf.ts";
import { EXPECT, INPUT_HELP, orInputError, readInputs, VARIANT } from "./inputs.ts";

const DESCRIPTION = `Gives every workload, and every pod of the platform that the expected edges name, one address and
one interface on a node that routes between them, and prints rules for "nft -f" on that node: a
table that accepts what the policies allow and drops the rest, and a table that translates the
addresses of Services to those of pods.

${INPUT_HELP}`;

export function addNetpolCompile(parent: Command, cli: Cli): void {
  leaf(parent, {
    usage: "compile <DIR|FILE>",
    summary: "turn the policies into nftables rules, which Linux enforces without a cluster",
    description: DESCRIPTION,
    examples: ["veil netpol compile --to nftables --plan plan.json k8s/rendered/prod.yaml"],
  })
    .addOption(
      new Option("--to <TARGET>", "what to write")
        .choices(["nftables"] as const)
        .makeOptionMandatory(),
    )
    .option("--plan <FILE>", "write all addresses and interfaces, as JSON")
    .option("--pod-range <CIDR>", "IPv4 block for pods; 10.77.0.0/16 without it")
    .option(
      "--service-range <CIDR>",
      "IPv4 block for Services without a fixed address; 10.78.0.0/16 without it",
    )
    .addOption(EXPECT())
    .addOption(VARIANT())
    .action((where, options) => {
      const { plan: planFile, podRange, serviceRange } = options;
      const { cluster, expectations } = readInputs(where, options);
      const plan = orInputError(() =>
        planAddresses(cluster, {
          extra: platform(expectations),
          ...(podRange === undefined ? {} : { podRange }),
          ...(serviceRange === undefined ? {} : { serviceRange }),
        }),
      );
      if (planFile !== undefined)
        orInputError(() => writeFileSync(planFile, `${JSON.stringify(plan, null, 2)}\n`));
      const rules = compileNftables(cluster.policies, plan);
      printBody(cli, options, { rules, plan }, () => rules);
    });
}

function platform(expectations: Expectations | undefined): readonly ExtraPod[] {
  return (expectations?.platform ?? []).map(({ name, ...pod }) => ({
    id: `${pod.namespace}/${name}`,
    ...pod,
  }));
}
