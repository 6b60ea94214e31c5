import type { Cli } from "../program/cli.ts";
import { describeBody } from "./describe-body.ts";
import { cleaned, jsonText } from "./texts.ts";

interface PrintOptions {
  readonly json?: true | undefined;
}

/** Writes the result of a command to standard output, for programs or for people. */
export function printBody<T>(
  { out }: Pick<Cli, "out">,
  { json }: PrintOptions,
  body: T,
  forPeople: (body: T) => string = describeBody,
): void {
  out(json ? jsonText(body) : cleaned(forPeople(body)));
}

/** Writes to standard error, next to the result: never what a program needs. */
export function note({ err }: Pick<Cli, "err">, text: string): void {
  err(cleaned(`${text}\n`));
}
