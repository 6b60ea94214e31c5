import type { Option } from "@commander-js/extra-typings";
import type { Cli } from "../../program/cli.ts";

/**
 * An option that sets a field of a request. `read` converts the option's value to the field's
 * value; without `read`, they are equal.
 */
export type Field = readonly [option: Option, read?: (cli: Cli, given: string) => unknown];
export type Fields = Readonly<Record<string, Field>>;

interface Extras {
  readonly description?: string;
  /**
   * The text after the command and its ids in each example. By default, there is one example
   * without such text.
   */
  readonly examples?: readonly [string, ...string[]];
  /**
   * The options, by the field of the body (or, without a body, of the query) that each sets.
   * Defaults to the options of a page.
   */
  readonly fields?: Fields;
  /** The description of `--file`, whose content is the body. */
  readonly file?: string;
  /** Whether KEY_ID is optional and defaults to the key that the command uses. */
  readonly ownKey?: true;
}

/** A command that makes one call and prints the response. */
export interface CallRow extends Extras {
  /**
   * The id of an operation of the public API, which determines the arguments, the body and the
   * response.
   */
  readonly operation: string;
  readonly summary: string;
}

export interface CallGroup {
  readonly summary: string;
  readonly commands: Readonly<Record<string, CallRow>>;
}

/** Calls and groups by command name. */
export type Calls = Readonly<Record<string, CallRow | CallGroup>>;

export function row(operation: string, summary: string, extras: Extras = {}): CallRow {
  return { operation, summary, ...extras };
}

export function group(summary: string, commands: CallGroup["commands"]): CallGroup {
  return { summary, commands };
}
