import { type Command, InvalidArgumentError } from "@commander-js/extra-typings";
import type { Operation } from "@veil/contracts/openapi";

export interface LeafText<Usage extends string> {
  /** The command's name and arguments, such as `rotate [KEY_ID]`. */
  readonly usage: Usage;
  readonly summary: string;
  readonly description?: string;
  /** Complete command lines, which the tests parse. */
  readonly examples: readonly [string, ...string[]];
  /** Whether the group's help omits the command. */
  readonly hidden?: true;
  /** The meaning of exit code 1. */
  readonly fails?: string;
}

const DEFAULT_TIMEOUT_SECONDS = 120;
const MAX_TIMEOUT_SECONDS = 300;

/** Creates a command without subcommands, but with `--json`. */
export function leaf<const Usage extends string>(parent: Command, text: LeafText<Usage>) {
  return parent
    .command(text.usage, { hidden: text.hidden === true })
    .summary(text.summary)
    .description(text.description ?? `${text.summary[0]?.toUpperCase()}${text.summary.slice(1)}.`)
    .option("--json", "print JSON, for programs; errors too")
    .addHelpText("after", () => {
      const examples = text.examples.map((line) => `  ${line}\n`).join("");
      const fails = text.fails === undefined ? "" : `1 ${text.fails}; `;
      return `\nExamples:\n${examples}\nExit codes: 0 done; ${fails}others: veil --help`;
    });
}

interface GatewayLeafText<Usage extends string> extends LeafText<Usage> {
  readonly operation: Operation;
  /** Operations that the command calls only with certain options. */
  readonly more?: readonly Operation[];
}

/** Creates a command that calls the gateway. */
export function gatewayLeaf<const Usage extends string>(
  parent: Command,
  { operation, more = [], ...text }: GatewayLeafText<Usage>,
) {
  return leaf(parent, text)
    .option("--url <URL>", "address of the gateway; else VEIL_URL, else that of the configuration")
    .option(
      "--config <FILE>",
      "configuration; else $XDG_CONFIG_HOME or ~/.config, veil/config.json",
    )
    .option("--allow-plain-http", "also without TLS to another machine: keys and texts can be read")
    .option(
      "--timeout <SECONDS>",
      "how long to wait for an answer of the gateway",
      integer(1, MAX_TIMEOUT_SECONDS),
      DEFAULT_TIMEOUT_SECONDS,
    )
    .addHelpText("after", `\n${[operation, ...more].map(callHelp).join("\n")}`);
}

const KEYS: Readonly<Record<Operation["access"], string>> = {
  none: "without a key",
  key: "with VEIL_API_KEY",
  session: "with a session",
  "key or session": "with VEIL_API_KEY",
  admin: "with VEIL_ADMIN_KEY",
  website: "with a website key",
};

function callHelp({ method, path, access }: Operation): string {
  return `Calls ${method.toUpperCase()} ${path}, ${KEYS[access]}.`;
}

/** Returns a parser for an option or argument that is a whole number. */
export function integer(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Use a whole number from ${least} to ${most}.`);
  };
}
