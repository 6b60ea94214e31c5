import type { Operation } from "@veil/contracts/openapi";
import type { TSchema } from "typebox";
import { call, callFor, type Request } from "../gateway/call.ts";
import { printBody } from "../output/print.ts";
import type { Cli } from "../program/cli.ts";
import { type GatewayOptions, readSettings } from "../settings/read-settings.ts";

/** Makes one call and prints the body of its answer. */
export async function printAnswer(
  cli: Cli,
  options: GatewayOptions,
  operation: Operation,
  request: Request & { readonly schema: TSchema },
): Promise<void> {
  const settings = await readSettings(cli, options);
  printBody(cli, options, await callFor(cli, settings, operation, request));
}

/** Makes one call whose answer has no body. */
export async function printDone(
  cli: Cli,
  options: GatewayOptions,
  operation: Operation,
  request: Request,
): Promise<void> {
  await call(cli, await readSettings(cli, options), operation, request);
  printBody(cli, options, { done: true }, () => "done\n");
}
