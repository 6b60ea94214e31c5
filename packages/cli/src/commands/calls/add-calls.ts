import type { Command } from "@commander-js/extra-typings";
import { PageQuery } from "@veil/contracts/public/pages";
import { operationOf } from "../../gateway/operation-of.ts";
import type { Cli } from "../../program/cli.ts";
import { fullName, group } from "../../program/group.ts";
import { gatewayLeaf } from "../../program/leaf.ts";
import { CURSOR, LIMIT, OUTPUT } from "../options.ts";
import type { CallGroup, CallRow, Calls, Fields } from "./call-row.ts";
import { answerOf, idsOf, isKeyAnswer, runCall } from "./run-call.ts";

const PAGE: Fields = { limit: [LIMIT], cursor: [CURSOR] };

/** Values of arguments in the examples. */
const SAMPLES: Readonly<Record<string, string>> = {
  "<ACTIVITY_ID>": "claims-triage",
  "<CONTACT_ID>": "con_0123456789abcdef",
  "<CUSTOMER_ID>": "cus_0123456789abcdef0123456789abcdef01234567",
  "<FIELD>": "1.1.b",
  "<KEY_ID>": "Ab3dE6gH",
  "<LIST_ID>": "list_0123456789abcdef",
  "<ORG_ID>": "org_0123456789abcdef0123456789abcdef",
  "<SUBJECT_REQUEST_ID>": "dsr_0123456789abcdef0123456789abcdef",
};

/** Adds the commands of a table of calls. */
export function addCalls(parent: Command, cli: Cli, calls: Calls): void {
  for (const [name, call] of Object.entries(calls))
    if ("commands" in call) addCallGroup(parent, cli, name, call);
    else addCall(parent, cli, name, call);
}

/** Adds a group of commands. The example in its help is the first command. */
function addCallGroup(parent: Command, cli: Cli, name: string, calls: CallGroup): void {
  const { summary, commands } = calls;
  const [example = ""] = Object.entries(commands).map(([first, row]) =>
    exampleOf(`${fullName(parent)} ${name} ${first}`, row),
  );
  addCalls(group(parent, name, summary, example), cli, commands);
}

function addCall(parent: Command, cli: Cli, name: string, row: CallRow): void {
  const operation = operationOf(row.operation);
  const { file, ownKey, fields = operation.query === PageQuery ? PAGE : {} } = row;
  const { examples: [first, ...others] = [""], ...text } = row;
  const example = (end: string) =>
    `${exampleOf(`${fullName(parent)} ${name}`, row)} ${end}`.trimEnd();
  const command = gatewayLeaf(parent, {
    ...text,
    operation,
    usage: [name, ...argumentsOf(row)].join(" "),
    examples: [example(first), ...others.map(example)],
  });
  for (const [option] of Object.values(fields)) command.addOption(option);
  if (file !== undefined) command.requiredOption("--file <FILE>", file);
  if (isKeyAnswer(answerOf(operation))) command.addOption(OUTPUT);
  command.action(() =>
    runCall(cli, { operation, fields, ownKey, ids: command.args, options: command.opts() }),
  );
}

function argumentsOf({ operation, ownKey }: CallRow): string[] {
  const names = idsOf(operationOf(operation)).map((name) => name.toUpperCase());
  return names.map((name) => (ownKey ? `[${name}]` : `<${name}>`));
}

/** Returns an example command line without optional arguments. */
function exampleOf(command: string, row: CallRow): string {
  return [command, ...argumentsOf(row).flatMap((argument) => SAMPLES[argument] ?? [])].join(" ");
}
