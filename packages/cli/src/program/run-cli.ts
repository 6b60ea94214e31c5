import { CommanderError } from "@commander-js/extra-typings";
import type { Cli } from "./cli.ts";
import { createProgram } from "./create-program.ts";
import { refuseKeys } from "./refuse-keys.ts";
import { reportError } from "./report-error.ts";

/** Runs the command. @returns the exit code, usually one of `EXITS` */
export async function runCli(cli: Cli): Promise<number> {
  const { args } = cli;
  let command = "veil";
  try {
    refuseKeys(cli);
    const program = createProgram(cli, (name) => {
      command = name;
    });
    await program.parseAsync(args.length === 0 ? ["--help"] : [...args], { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    return reportError(cli, command, error);
  }
}
