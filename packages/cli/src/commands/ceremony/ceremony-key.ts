import { type Command, Option } from "@commander-js/extra-typings";
import { systemRandomBytes } from "@veil/crypto";
import {
  CEREMONY_ROLES,
  createCeremonyKey,
  manifestKeyOf,
  pinText,
  readCeremonyKey,
} from "@veil/veil";
import { note, printBody } from "../../output/print.ts";
import type { Cli } from "../../program/cli.ts";
import { leaf } from "../../program/leaf.ts";
import { writeNew } from "./files.ts";

export function addCeremonyKey(parent: Command, cli: Cli): void {
  leaf(parent, {
    usage: "key",
    summary: "create the key of one role, and print its public half",
    description:
      "Creates the key of one role. Each person runs this on a machine of their own, offline, keeps the file, and tells the " +
      "other one what is printed: KEY_ID:HEX.",
    examples: ["veil ceremony key --role witness --output witness.key.json"],
  })
    .addOption(
      new Option("--role <ROLE>", "whose key it is").choices(CEREMONY_ROLES).makeOptionMandatory(),
    )
    .requiredOption("--output <FILE>", "new file for the private key; mode 0600")
    .action(async ({ role, output, json }) => {
      const file = createCeremonyKey(role, systemRandomBytes);
      const public_key = pinText(manifestKeyOf(readCeremonyKey(JSON.stringify(file), role)));
      await writeNew(output, file, 0o600);
      printBody(cli, { json }, { role, file: output, public_key }, () => `${public_key}\n`);
      note(cli, `Give ${output} to no one. A holder of both keys can publish keys of their own.`);
    });
}
