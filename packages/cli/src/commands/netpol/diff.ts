import type { Command } from "@commander-js/extra-typings";
import { createMatrix, diffMatrices, printChanges } from "@veil/netpol";
import { printBody } from "../../output/print.ts";
import type { Cli } from "../../program/cli.ts";
import { checkFailed } from "../../program/command-error.ts";
import { leaf } from "../../program/leaf.ts";
import { EXPECT, INPUT_HELP, readInputs, VARIANT } from "./inputs.ts";

export function addNetpolDiff(parent: Command, cli: Cli): void {
  leaf(parent, {
    usage: "diff <OLD> <NEW>",
    summary: "show which edges a change to the manifests opens and closes",
    description:
      `Compares what is open, not how it is written: + opened, - closed, ~ on other ports. OLD and NEW are each a ` +
      `DIR|FILE.\n\n${INPUT_HELP}`,
    fails: "there are differences",
    examples: ["veil netpol diff k8s/rendered/dev.yaml k8s/rendered/prod.yaml"],
  })
    .addOption(EXPECT())
    .addOption(VARIANT())
    .action((before, after, options) => {
      const [old, fresh] = [readInputs(before, options), readInputs(after, options)];
      const changes = diffMatrices(
        createMatrix(old.cluster, old.expectations),
        createMatrix(fresh.cluster, fresh.expectations ?? old.expectations),
      );
      printBody(cli, options, changes, printChanges);
      if (changes.length > 0) throw checkFailed(`${changes.length} edges differ`);
    });
}
