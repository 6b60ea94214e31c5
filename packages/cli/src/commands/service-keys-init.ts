import type { Command } from "@commander-js/extra-typings";
import { initKeys } from "../init-keys.ts";
import { note, printBody } from "../output/print.ts";
import type { Cli } from "../program/cli.ts";
import { throwUsageError } from "../program/command-error.ts";
import { leaf } from "../program/leaf.ts";

const SUMMARY = "create the keys of the services and probes, and the bundle that pins them";

const DESCRIPTION = `Creates the keys of the services that need one and of a cluster's two isolation probes, and the
bundle that pins them:
  DIR/<service>.keys.json   private keys of one service or probe; give the file to no other
  DIR/gateway.pepper        to look up API keys and email addresses
  DIR/gateway.data-key      for customers' data at rest
  DIR/trust.json            the public keys of all; every service gets this file`;

export function addServiceKeysInit(parent: Command, cli: Cli): void {
  addInit(parent, cli, {});
}

/** Adds `veil keys init`, the old name, for scripts that still use it. */
export function addKeysInit(parent: Command, cli: Cli): void {
  addInit(parent, cli, { hidden: true }).hook("preAction", () =>
    note(cli, "veil keys init is now veil service-keys init: veil keys is for API keys."),
  );
}

function addInit(parent: Command, cli: Cli, { hidden }: { readonly hidden?: true }) {
  return leaf(parent, {
    ...{ usage: "init", summary: SUMMARY, description: DESCRIPTION },
    ...(hidden && { hidden }),
    examples: ["veil service-keys init --dir keys"],
  })
    .requiredOption(
      "--dir <DIR>",
      "folder for the keys; created with mode 0700 if it does not exist",
    )
    .option(
      "--force",
      "replace all existing keys, including pepper and data key: data stored under the old keys can never be read again",
    )
    .action(async ({ dir, force = false, json }) => {
      const files = await initKeys(dir, { force }).catch(throwUsageError);
      printBody(cli, { json }, { files }, () => `${files.join("\n")}\n`);
    });
}
