import { ApiError } from "@veil/contracts/errors";
import { checkedJson } from "@veil/contracts/parsing";
import type { Static, TSchema } from "typebox";
import type { Cli } from "../../program/cli.ts";
import { usageError } from "../../program/command-error.ts";
import { readText } from "../input-text.ts";

/** Reads a body from a file, and checks it with the gateway's schema. @throws CommandError */
export async function inputBody<S extends TSchema>(
  cli: Cli,
  schema: S,
  file: string,
): Promise<Static<S>> {
  const text = await readText(cli, file);
  try {
    return checkedJson(schema)(text);
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    throw usageError(`${file === "-" ? "standard input" : file}: ${cause.message}`, { cause });
  }
}
