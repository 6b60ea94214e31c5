import type { Command } from "@commander-js/extra-typings";
import { EntityPolicyResponse, KeyEntityPolicyRequest } from "@veil/contracts/public/entity-policy";
import { operationOf } from "../../gateway/operation-of.ts";
import type { Cli } from "../../program/cli.ts";
import { gatewayLeaf } from "../../program/leaf.ts";
import { inputBody } from "../input-body.ts";
import { printAnswer, printDone } from "../simple-call.ts";

const GET = operationOf("adminReadKeyPolicy");
const SET = operationOf("adminSetKeyPolicy");
const CLEAR = operationOf("adminClearKeyPolicy");
const schema = EntityPolicyResponse;

export function addPolicies(parent: Command, cli: Cli): void {
  gatewayLeaf(parent, {
    operation: GET,
    usage: "get <KEY_ID>",
    summary: "show what is replaced in requests with a key",
    examples: ["veil admin policies get Ab3dE6gH"],
  }).action((key_id, options) => printAnswer(cli, options, GET, { schema, path: { key_id } }));
  gatewayLeaf(parent, {
    operation: SET,
    usage: "set <KEY_ID>",
    summary: "set what is replaced, and how far requests may loosen it",
    description:
      'Sets the policy of a key. FILE is JSON such as {"types": {"ORGANIZATION": true}, "thresholds": ' +
      '{"PERSON": 0.5}, "may_keep": ["LOCATION"], "may_allow": false}, each member optional.',
    examples: ["veil admin policies set Ab3dE6gH --file policy.json"],
  })
    .requiredOption("--file <FILE>", "the policy; - is standard input")
    .action(async (key_id, options) => {
      const body = await inputBody(cli, KeyEntityPolicyRequest, options.file);
      await printAnswer(cli, options, SET, { schema, path: { key_id }, body });
    });
  gatewayLeaf(parent, {
    operation: CLEAR,
    usage: "clear <KEY_ID>",
    summary: "go back to the default policy",
    examples: ["veil admin policies clear Ab3dE6gH"],
  }).action((key_id, options) => printDone(cli, options, CLEAR, { path: { key_id } }));
}
