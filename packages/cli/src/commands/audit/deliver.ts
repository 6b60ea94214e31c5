import { writeWhole } from "@veil/crypto/files";
import { note } from "../../output/print.ts";
import type { Cli } from "../../program/cli.ts";
import { usageError } from "../../program/command-error.ts";

/** Writes a file with mode 0600, either completely or not at all. */
export async function deliver(cli: Cli, output: string, content: string | Buffer): Promise<void> {
  try {
    await writeWhole(output, content, { mode: 0o600 });
  } catch (cause) {
    throw usageError(`cannot write ${output}: ${(cause as Error).message}`, { cause });
  }
  note(cli, `Written to ${output}.`);
}
