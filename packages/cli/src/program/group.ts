import type { Command } from "@commander-js/extra-typings";

/** Creates a command that only has subcommands. */
export function group(
  parent: Command,
  name: string,
  summary: string,
  ...examples: readonly [string, ...string[]]
): Command {
  const lines = examples.map((line) => `  ${line}\n`).join("");
  return parent
    .command(name)
    .summary(summary)
    .description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`)
    .addHelpText("after", `\nExamples:\n${lines}`);
}
