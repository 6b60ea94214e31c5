import type { Operation } from "@veil/contracts/openapi";
import { type TObject, type TSchema, type TString, Type } from "typebox";
import { call, callFor, type Request } from "../../gateway/call.ts";
import { issueKey } from "../../output/one-time-key.ts";
import { printBody } from "../../output/print.ts";
import type { Cli } from "../../program/cli.ts";
import { usageError } from "../../program/command-error.ts";
import { type GatewayOptions, readSettings } from "../../settings/read-settings.ts";
import type { Fields } from "./call-row.ts";
import { inputBody } from "./input-body.ts";
import { keyIdIn } from "./key-id.ts";

interface CallOptions extends GatewayOptions {
  readonly file?: string | undefined;
  readonly output?: string | undefined;
  /** Those of the row's fields. */
  readonly [name: string]: unknown;
}

interface Call {
  readonly operation: Operation;
  readonly fields: Fields;
  /** The command's arguments: values for the operation's path. */
  readonly ids: readonly string[];
  readonly ownKey: true | undefined;
  readonly options: CallOptions;
}

/** Makes the call, and prints its answer, or issues the key that the answer shows. */
export async function runCall(cli: Cli, made: Call): Promise<void> {
  const { operation, options } = made;
  const schema = answerOf(operation);
  if (isKeyAnswer(schema)) return await issue(cli, made, schema);
  const request = await requestOf(cli, made);
  const settings = await readSettings(cli, options);
  if (schema !== undefined)
    return printBody(cli, options, await callFor(cli, settings, operation, { ...request, schema }));
  await call(cli, settings, operation, request);
  printBody(cli, options, { done: true }, () => "done\n");
}

type KeyAnswer = TObject<{ api_key: TString }>;

async function issue(cli: Cli, made: Call, schema: KeyAnswer): Promise<void> {
  const { operation, ownKey, options } = made;
  const settings = await readSettings(cli, options);
  const ids = ownKey && made.ids.length === 0 ? [keyIdIn(settings.apiKey())] : made.ids;
  const request = { ...(await requestOf(cli, { ...made, ids })), schema };
  await issueKey(cli, options, () => callFor(cli, settings, operation, request));
}

/** Returns the schema of the operation's answer, or undefined when it has no body. */
export function answerOf({ answers }: Operation): TSchema | undefined {
  return Object.values(answers)[0]?.schema;
}

/** Whether the answer has a key, which is shown only once. */
export function isKeyAnswer(schema: TSchema | undefined): schema is KeyAnswer {
  return Type.IsObject(schema) && "api_key" in schema.properties;
}

/** Returns the names of the variables in the operation's path. */
export function idsOf({ path }: Operation): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

type Values = NonNullable<Request["query"]>;

async function requestOf(cli: Cli, made: Call): Promise<Request> {
  const { operation, ids, options } = made;
  const path = Object.fromEntries(idsOf(operation).map((name, at) => [name, ids[at] ?? ""]));
  const schema = operation.body?.schema;
  if (schema === undefined) return { path, query: await valuesOf(cli, made) };
  if (options.file !== undefined) return { path, body: await inputBody(cli, schema, options.file) };
  const body = await valuesOf(cli, made);
  if ("minProperties" in schema && Object.keys(body).length === 0)
    throw usageError("name what to change; see --help");
  return { path, body };
}

/** In the order of the options, because several may read standard input. */
async function valuesOf(cli: Cli, { fields, options }: Call): Promise<Values> {
  const values: Record<string, unknown> = {};
  for (const [name, [option, read]] of Object.entries(fields)) {
    const given = options[option.attributeName()];
    if (given !== undefined) values[name] = read ? await read(cli, given as string) : given;
  }
  return values as Values;
}
