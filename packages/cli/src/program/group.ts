import type { Command } from "@commander-js/extra-typings";

/** Creates a command that has only subcommands. */
export function group(parent: Command, name: string, summary: string, example: string): Command {
  return parent
    .command(name)
    .summary(summary)
    .description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`)
    .addHelpText("after", `\nExamples:\n  ${example}\n`);
}

interface Named {
  readonly name: () => string;
  readonly parent: Named | null;
}

/** Returns the full name of a command, such as `veil keys rotate`. */
export function fullName(command: Named): string {
  const { parent } = command;
  return parent === null ? command.name() : `${fullName(parent)} ${command.name()}`;
}
