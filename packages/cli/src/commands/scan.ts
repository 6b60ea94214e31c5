import type { Command } from "@commander-js/extra-typings";
import { ScanResponse } from "@veil/contracts/public/scan";
import { callFor } from "../gateway/call.ts";
import { operationOf } from "../gateway/operation-of.ts";
import { note, printBody } from "../output/print.ts";
import type { Cli } from "../program/cli.ts";
import { gatewayLeaf } from "../program/leaf.ts";
import { readSettings } from "../settings/read-settings.ts";
import { inputText } from "./input-text.ts";
import { LANGUAGE } from "./options.ts";

const SCAN = operationOf("scan");

export function addScan(parent: Command, cli: Cli): void {
  gatewayLeaf(parent, {
    operation: SCAN,
    usage: "scan [TEXT]",
    summary: "show which personal data would be replaced in a text",
    description:
      "Shows the text with placeholders in the place of personal data. Up to 4096 bytes; no key is needed, and " +
      "nothing is kept. Other users of this machine can read an argument: use a file or standard input for real data.",
    examples: [
      'veil scan "My name is Anna Schmidt, anna@example.org"',
      "veil scan --file letter.txt",
      "veil scan --json --language de < letter.txt",
    ],
  })
    .option("--file <FILE>", "read the text from this file; without TEXT and FILE: standard input")
    .addOption(LANGUAGE())
    .action(async (argument, options) => {
      const settings = await readSettings(cli, options);
      const text = await inputText(cli, argument, options.file);
      const body = { text, ...(options.language && { language: options.language }) };
      const schema = ScanResponse;
      const answer = await callFor(cli, settings, SCAN, { schema, body });
      printBody(cli, options, answer, ({ redacted }) => withLineBreak(redacted));
      if (!options.json) note(cli, foundIn(answer));
    });
}

function foundIn({ redactions }: { redactions: readonly { placeholder: string }[] }): string {
  if (redactions.length === 0) return "Nothing was found.";
  const placeholders = [...new Set(redactions.map(({ placeholder }) => placeholder))];
  return `Replaced: ${placeholders.join(" ")}`;
}

function withLineBreak(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}
