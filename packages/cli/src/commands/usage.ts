import type { Command } from "@commander-js/extra-typings";
import { UsageResponse } from "@veil/contracts/public/registration";
import { operationOf } from "../gateway/operation-of.ts";
import type { Cli } from "../program/cli.ts";
import { gatewayLeaf } from "../program/leaf.ts";
import { printAnswer } from "./simple-call.ts";

const READ = operationOf("readUsage");

export function addUsage(parent: Command, cli: Cli): void {
  gatewayLeaf(parent, {
    operation: READ,
    usage: "usage",
    summary: "show this month's use, and what is left",
    examples: ["veil usage", "veil usage --json"],
  }).action((options) => printAnswer(cli, options, READ, { schema: UsageResponse }));
}
