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
  readonly [name: string]: unknown;
}

interface Invocation {
  readonly operation: Operation;
  readonly fields: Fields;
  /** The values for the variables in the operation's path, in order. */
  readonly ids: readonly string[];
  readonly ownKey: true | undefined;
  readonly options: CallOptions;
}

/** Makes the call, and prints the response. */
export async function runCall(cli: Cli, invocation: Invocation): Promise<void> {
  const { operation, options } = invocation;
  const schema = answerOf(operation);
  if (isKeyAnswer(schema)) return await issue(cli, invocation, schema);
  const request = await requestOf(cli, invocation);
  const settings = await readSettings(cli, options);
  if (schema !== undefined)
    return printBody(cli, options, await callFor(cli, settings, operation, { ...request, schema }));
  await call(cli, settings, operation, request);
  printBody(cli, options, { done: true }, () => "done\n");
}

type KeyAnswer = TObject<{ api_key: TString }>;

async function issue(cli: Cli, invocation: Invocation, schema: KeyAnswer): Promise<void> {
  const { operation, ownKey, options } = invocation;
  const settings = await readSettings(cli, options);
  const ids = ownKey && invocation.ids.length === 0 ? [keyIdIn(settings.apiKey())] : invocation.ids;
  const request = { ...(await requestOf(cli, { ...invocation, ids })), schema };
  await issueKey(cli, options, () => callFor(cli, settings, operation, request));
}

/**
 * Returns the schema of the response, or undefined if it has no body. The responses of these
 * operations differ only in their status.
 */
export function answerOf({ answers }: Operation): TSchema | undefined {
  return Object.values(answers)[0]?.schema;
}

/** Returns whether the response contains a new key, which no later response contains. */
export function isKeyAnswer(schema: TSchema | undefined): schema is KeyAnswer {
  return Type.IsObject(schema) && "api_key" in schema.properties;
}

/** Returns the names of the variables in the operation's path. */
export function idsOf({ path }: Operation): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

type Values = NonNullable<Request["query"]>;

async function requestOf(cli: Cli, invocation: Invocation): Promise<Request> {
  const { operation, ids, options } = invocation;
  const path = Object.fromEntries(idsOf(operation).map((name, at) => [name, ids[at] ?? ""]));
  const schema = operation.body?.schema;
  if (schema === undefined) return { path, query: await valuesOf(cli, invocation) };
  if (options.file !== undefined) return { path, body: await inputBody(cli, schema, options.file) };
  const body = await valuesOf(cli, invocation);
  if ("minProperties" in schema && Object.keys(body).length === 0)
    throw usageError("name what to change; see --help");
  return { path, body };
}

/**
 * Reads the values in the order of the options, because several of them may read standard input.
 */
async function valuesOf(cli: Cli, { fields, options }: Invocation): Promise<Values> {
  const values: Record<string, unknown> = {};
  for (const [name, [option, read]] of Object.entries(fields)) {
    const given = options[option.attributeName()];
    if (given !== undefined) values[name] = read ? await read(cli, given as string) : given;
  }
  return values as Values;
}
