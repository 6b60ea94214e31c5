import { type Command, Option } from "@commander-js/extra-typings";
import { systemRandomBytes } from "@veil/crypto";
import { CEREMONY_PARTIES, createPartyKey, manifestKeyOf, pinText, readPartyKey } from "@veil/veil";
import { note, printBody } from "../../output/print.ts";
import type { Cli } from "../../program/cli.ts";
import { leaf } from "../../program/leaf.ts";
import { writeNew } from "./files.ts";

/** Adds `veil ceremony key`. */
export function addPartyKey(parent: Command, cli: Cli): void {
  leaf(parent, {
    usage: "key",
    summary: "create the key of one party, and print its public half",
    description:
      "Creates the key of one party. Each party runs this on a machine of its own, offline, keeps the file, and tells the " +
      "other one what is printed: KEY_ID:HEX.",
    examples: ["veil ceremony key --party witness --output witness.key.json"],
  })
    .addOption(
      new Option("--party <PARTY>", "whose key it is")
        .choices(CEREMONY_PARTIES)
        .makeOptionMandatory(),
    )
    .requiredOption("--output <FILE>", "new file for the private key; mode 0600")
    .action(async ({ party, output, json }) => {
      const file = createPartyKey(party, systemRandomBytes);
      const public_key = pinText(manifestKeyOf(readPartyKey(JSON.stringify(file), party)));
      await writeNew(output, file, 0o600);
      printBody(cli, { json }, { party, file: output, public_key }, () => `${public_key}\n`);
      note(
        cli,
        `Give ${output} to no one. Who has both parties' keys can publish keys of their own.`,
      );
    });
}
