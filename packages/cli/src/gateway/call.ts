import type { Operation } from "@veil/contracts/openapi";
import type { Static, TSchema } from "typebox";
import type { Cli } from "../program/cli.ts";
import { usageError } from "../program/command-error.ts";
import type { Key, Settings } from "../settings/read-settings.ts";
import { readAnswer, refusal } from "./read-answer.ts";
import { type Received, send } from "./send.ts";

export interface Request {
  /** The values for the variables in the operation's path, by name. */
  readonly path?: Readonly<Record<string, string>>;
  /** The query parameters. Undefined values are omitted. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Matches ids of the gateway. It excludes `.` and `..`, which would change the path. */
const ID = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,128}$/;

/** Makes a call. @throws CommandError for every response except success */
export async function call(
  cli: Cli,
  settings: Settings,
  operation: Operation,
  request: Request = {},
): Promise<Received> {
  const { body, headers } = request;
  const key = keyFor(operation, settings);
  const changes = operation.method !== "get" && key !== undefined;
  const received = await send(cli, {
    url: urlOf(settings.url, operation, request),
    method: operation.method.toUpperCase(),
    headers: {
      accept: "application/json",
      "user-agent": "veil-cli",
      ...(key !== undefined && { [key.header]: key.value }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    timeoutSeconds: settings.timeoutSeconds,
    changes,
  });
  const { status } = received;
  if (status < 200 || status >= 300)
    throw refusal(received, { hint: hintOf(status, key), changes });
  return received;
}

/**
 * Makes a call, and returns the parsed body.
 * @throws CommandError for every response except success with a body of this schema
 */
export async function callFor<S extends TSchema>(
  cli: Cli,
  settings: Settings,
  operation: Operation,
  request: Request & { readonly schema: S },
): Promise<Static<S>> {
  const { text } = await call(cli, settings, operation, request);
  return readAnswer(request.schema, text);
}

type SentKey = Key & { readonly header: string };

function keyFor({ access }: Operation, settings: Settings): SentKey | undefined {
  if (access === "none") return undefined;
  return access === "admin"
    ? { ...settings.adminKey(), header: "x-admin-key" }
    : { ...settings.apiKey(), header: "x-api-key" };
}

function hintOf(status: number, key: Key | undefined): string | undefined {
  return status === 401 && key !== undefined ? `the key is from ${key.source}` : undefined;
}

function urlOf(base: URL, operation: Operation, { path = {}, query = {} }: Request): URL {
  const url = new URL(base);
  const own = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = path[name] ?? "";
    if (!ID.test(value)) throw usageError(`${name.toUpperCase()} is not an id of the gateway`);
    return value;
  });
  url.pathname = base.pathname.replace(/\/+$/, "") + own;
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}
