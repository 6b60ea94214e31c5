import type { Command } from "@commander-js/extra-typings";
import { CallPolicy, CallPolicyResponse } from "@veil/contracts/public/call-policy";
import { operationOf } from "../../gateway/operation-of.ts";
import type { Cli } from "../../program/cli.ts";
import { gatewayLeaf } from "../../program/leaf.ts";
import { inputBody } from "../input-body.ts";
import { printAnswer, printDone } from "../simple-call.ts";

const GET = operationOf("adminReadCallPolicy");
const SET = operationOf("adminSetCallPolicy");
const CLEAR = operationOf("adminClearCallPolicy");
const schema = CallPolicyResponse;

export function addCallPolicies(parent: Command, cli: Cli): void {
  gatewayLeaf(parent, {
    operation: GET,
    usage: "get <KEY_ID>",
    summary: "show how calls with a key are handled",
    examples: ["veil admin call-policies get Ab3dE6gH"],
  }).action((key_id, options) => printAnswer(cli, options, GET, { schema, path: { key_id } }));
  gatewayLeaf(parent, {
    operation: SET,
    usage: "set <KEY_ID>",
    summary: "set re-link, tools, and the bounds of MCP calls",
    description:
      'Sets the policy of a key. FILE is JSON such as {"relink": true, "tools": {"allowed": true, "relink_tools": ' +
      '["search"]}, "mcp": {"system_prompt": {"mode": "prepend", "text": "Be brief"}, "allowed_models": ["model-1"], ' +
      '"allowed_tools": ["scan_text"]}}, each member optional.',
    examples: ["veil admin call-policies set Ab3dE6gH --file policy.json"],
  })
    .requiredOption("--file <FILE>", "the policy; - is standard input")
    .action(async (key_id, options) => {
      const body = await inputBody(cli, CallPolicy, options.file);
      await printAnswer(cli, options, SET, { schema, path: { key_id }, body });
    });
  gatewayLeaf(parent, {
    operation: CLEAR,
    usage: "clear <KEY_ID>",
    summary: "go back to the default policy",
    examples: ["veil admin call-policies clear Ab3dE6gH"],
  }).action((key_id, options) => printDone(cli, options, CLEAR, { path: { key_id } }));
}
