import { rm } from "node:fs/promises";
import { writeWhole } from "@veil/crypto/files";
import type { Cli } from "../program/cli.ts";
import { usageError } from "../program/command-error.ts";
import { note, printBody } from "./print.ts";
import { writeNew } from "./write-new.ts";

interface KeyOptions {
  readonly json?: true | undefined;
  readonly output?: string | undefined;
}

interface WithKey {
  readonly api_key: string;
}

const PRIVATE = { mode: 0o600 } as const;

/**
 * Issues a key, which the gateway shows only once, and writes it to standard output or a file. It
 * creates the file first, so that it never issues a key that it cannot save.
 */
export async function issueKey<T extends WithKey>(
  cli: Cli,
  options: KeyOptions,
  issue: () => Promise<T>,
): Promise<void> {
  const { output } = options;
  if (output === undefined) {
    printKey(cli, options, await issue());
    return;
  }
  await writeNew(output, "", PRIVATE.mode);
  let issued: T;
  try {
    issued = await issue();
  } catch (error) {
    await rm(output, { force: true });
    throw error;
  }
  await keep(cli, options, output, issued);
}

function printKey<T extends WithKey>(cli: Cli, options: KeyOptions, issued: T): void {
  printBody(cli, options, issued, ({ api_key }) => `${api_key}\n`);
  const { api_key: _shown, ...rest } = issued;
  if (!options.json) printNotes(cli, rest);
  note(cli, "Keep the key now: it is stored nowhere and cannot be shown again.");
}

function printNotes(cli: Cli, rest: object): void {
  printBody({ out: cli.err }, {}, rest);
}

async function keep<T extends WithKey>(
  cli: Cli,
  { json }: KeyOptions,
  output: string,
  issued: T,
): Promise<void> {
  try {
    await writeWhole(output, `${issued.api_key}\n`, PRIVATE);
  } catch (cause) {
    printKey(cli, { json }, issued);
    throw usageError(`the key could not be written to ${output}, and is on standard output`, {
      cause,
    });
  }
  const { api_key: _kept, ...rest } = issued;
  printBody(cli, { json }, { ...rest, file: output });
}
