import type { Command } from "@commander-js/extra-typings";
import { printBody } from "../output/print.ts";
import type { Cli } from "../program/cli.ts";
import { usageError } from "../program/command-error.ts";
import { leaf } from "../program/leaf.ts";
import { type AddedKeys, upgradeKeys } from "../upgrade-keys.ts";

const DESCRIPTION = `Adds the keys that this version needs and an older one did not make to the key files of DIR, and
pins them in DIR/trust.json. No other key changes, and a second run changes nothing. The services get
the changed files before they are upgraded.`;

export function addServiceKeysUpgrade(parent: Command, cli: Cli): void {
  leaf(parent, {
    ...{ usage: "upgrade", summary: "add the keys that an older version did not make" },
    description: DESCRIPTION,
    examples: ["veil service-keys upgrade --dir keys"],
  })
    .requiredOption("--dir <DIR>", "folder that veil service-keys init created")
    .action(async ({ dir, json }) => {
      const added = await upgradeKeys(dir).catch((cause: Error) => {
        throw usageError(cause.message, { cause });
      });
      printBody(cli, { json }, { added }, () => textOf(added));
    });
}

function textOf(added: readonly AddedKeys[]): string {
  if (added.length === 0) return "Nothing to add: the folder has all keys.\n";
  return added.map(({ file, purposes }) => `${file}: ${purposes.join(", ")}\n`).join("");
}
