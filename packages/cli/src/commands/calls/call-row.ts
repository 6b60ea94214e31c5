import type { Option } from "@commander-js/extra-typings";
import type { Cli } from "../../program/cli.ts";

/** `read` turns what the user gave into the value of the field; without it, they are the same. */
export type Field = readonly [option: Option, read?: (cli: Cli, given: string) => unknown];
export type Fields = Readonly<Record<string, Field>>;

interface Extras {
  readonly description?: string;
  /** What follows the command and its ids in each example; by default one example in which nothing does. */
  readonly examples?: readonly [string, ...string[]];
  /** The options, by the field of the body or else of the query that each sets; by default those of a page. */
  readonly fields?: Fields;
  /** Describes `--file`, whose content is the body. */
  readonly file?: string;
  /** KEY_ID is optional: by default the key that the command uses. */
  readonly ownKey?: true;
}

/** A command that makes one call and prints its answer. */
export interface CallRow extends Extras {
  /** The id of a row of the table of operations, from which follow the arguments, the body and the answer. */
  readonly operation: string;
  readonly summary: string;
}

export interface CallGroup {
  readonly summary: string;
  readonly commands: Readonly<Record<string, CallRow>>;
}

/** By the commands' names. */
export type Calls = Readonly<Record<string, CallRow | CallGroup>>;

export function row(operation: string, summary: string, extras: Extras = {}): CallRow {
  return { operation, summary, ...extras };
}

export function group(summary: string, commands: CallGroup["commands"]): CallGroup {
  return { summary, commands };
}
