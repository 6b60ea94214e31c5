import type { Option } from "@commander-js/extra-typings";
import type { Cli } from "../../program/cli.ts";

/** An option, and how to get the field's value from what the user gave; by default they are the same. */
export type Field = readonly [option: Option, read?: (cli: Cli, given: string) => unknown];
export type Fields = Readonly<Record<string, Field>>;

interface Extras {
  /** By default the summary as a sentence. */
  readonly description?: string;
  /** The ends of the examples, which begin with the command and its ids; by default one example without an end. */
  readonly examples?: readonly [string, ...string[]];
  /** The options by the fields that they set, of the body or else the query; by default those of a page's query. */
  readonly fields?: Fields;
  /** The body is a file, which this describes. */
  readonly file?: string;
  /** Without KEY_ID, the key is the one that the command uses. */
  readonly ownKey?: true;
}

/** A command that makes one call and prints its answer. */
export interface CallRow extends Extras {
  readonly operation: string;
  readonly summary: string;
}

export interface CallGroup {
  readonly summary: string;
  readonly commands: Readonly<Record<string, CallRow>>;
}

/** By the commands' names. */
export type Calls = Readonly<Record<string, CallRow | CallGroup>>;

/** @param operation - the id of a row of the table of operations, which knows arguments and answer */
export const row = (operation: string, summary: string, extras: Extras = {}): CallRow => ({
  ...{ operation, summary, ...extras },
});

export const group = (summary: string, commands: CallGroup["commands"]): CallGroup => ({
  ...{ summary, commands },
});
