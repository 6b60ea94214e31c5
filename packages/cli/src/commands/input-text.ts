import { readFile } from "node:fs/promises";
import type { Cli } from "../program/cli.ts";
import { usageError } from "../program/command-error.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Reads a text. @param file - `-` is standard input. @throws CommandError */
export async function readText(cli: Cli, file: string): Promise<string> {
  if (file === "-" && cli.terminal.input)
    cli.err("Reading from the terminal; Ctrl-D ends the input.\n");
  try {
    return utf8.decode(file === "-" ? await cli.readInput() : await readFile(file));
  } catch (cause) {
    if (cli.interrupted.aborted) throw cause;
    const name = file === "-" ? "standard input" : file;
    const why = cause instanceof TypeError ? "it is not text in UTF-8" : (cause as Error).message;
    throw usageError(`cannot read ${name}: ${why}`, { cause });
  }
}

/**
 * Returns the text of a command, which is from an argument, a file, or otherwise standard input.
 */
export async function inputText(
  cli: Cli,
  argument: string | undefined,
  file: string | undefined,
): Promise<string> {
  if (argument !== undefined && file !== undefined)
    throw usageError("use either TEXT or --file, not both");
  return argument === undefined || argument === "-" ? readText(cli, file ?? "-") : argument;
}

/** Reads a secret from a file, and removes the line break at the end. */
export async function readSecret(cli: Cli, file: string): Promise<string> {
  return (await readText(cli, file)).replace(/\r?\n$/, "");
}
