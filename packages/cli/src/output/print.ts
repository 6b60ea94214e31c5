import type { Cli } from "../program/cli.ts";
import { describeBody } from "./describe-body.ts";
import { cleaned, jsonText } from "./texts.ts";

interface PrintOptions {
  readonly json?: true | undefined;
}

/** Writes the result of a command to standard output, as JSON or for people. */
export function printBody<T>(
  { out }: Pick<Cli, "out">,
  { json }: PrintOptions,
  body: T,
  forPeople: (body: T) => string = describeBody,
): void {
  out(json ? jsonText(body) : cleaned(forPeople(body)));
}

/** Writes a note to standard error. It must not contain anything that a program needs. */
export function note({ err }: Pick<Cli, "err">, text: string): void {
  err(cleaned(`${text}\n`));
}
