import type { Command } from "@commander-js/extra-typings";
import { lintManifests, loadManifests } from "@veil/netpol";
import { printBody } from "../../output/print.ts";
import type { Cli } from "../../program/cli.ts";
import { checkFailed } from "../../program/command-error.ts";
import { leaf } from "../../program/leaf.ts";
import { INPUT_HELP, orInputError } from "./inputs.ts";

const DESCRIPTION = `Looks for what the API server refuses (such as an exception outside its block, or an IPv4-mapped
one), fields that do not exist, missing policyTypes and namespaces, selectors in two list elements
(which means either, not both), empty peers and ports, DNS on only one protocol, and selectors that
match more than they seem to.

${INPUT_HELP}`;

export function addNetpolLint(parent: Command, cli: Cli): void {
  leaf(parent, {
    usage: "lint <DIR|FILE>",
    summary: "look for mistakes in policies",
    description: DESCRIPTION,
    fails: "there are findings",
    examples: ["veil netpol lint k8s/rendered/prod.yaml"],
  }).action((where, options) => {
    const findings = orInputError(() => lintManifests(loadManifests(where).objects));
    const line = ({ rule, policy, message }: (typeof findings)[number]) =>
      `${policy}: ${message} (${rule})\n`;
    printBody(cli, options, findings, () => findings.map(line).join(""));
    const { length } = findings;
    if (length > 0) throw checkFailed(`${length} ${length === 1 ? "finding" : "findings"}`);
  });
}
