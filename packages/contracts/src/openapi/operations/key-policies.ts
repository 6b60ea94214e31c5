import { CallPolicy, CallPolicyResponse } from "../../public/call-policy.ts";
import { EntityPolicyResponse, KeyEntityPolicyRequest } from "../../public/entity-policy.ts";
import { admin } from "./admin-operation.ts";

const policy = { description: "The policy", schema: EntityPolicyResponse };
const callPolicy = { description: "The policy", schema: CallPolicyResponse };
const toDefault = { 204: { description: "The default applies" } };

/** Operations with which administrators read and set the policies of one key. */
export const KEY_POLICIES = [
  ...admin("/keys/{key_id}/entity-policy", [
    {
      method: "get",
      id: "adminReadKeyPolicy",
      summary: "What is replaced in requests with the key",
      answers: { 200: policy },
      errors: ["not_found"],
    },
    {
      method: "put",
      id: "adminSetKeyPolicy",
      summary: "Sets what is replaced, and how far requests may loosen it",
      body: {
        schema: KeyEntityPolicyRequest,
        example: { types: { ORGANIZATION: true }, may_allow: true },
      },
      answers: { 200: policy },
      errors: ["not_found"],
    },
    {
      method: "delete",
      id: "adminClearKeyPolicy",
      summary: "Back to the default",
      answers: toDefault,
      errors: ["not_found"],
    },
  ]),
  ...admin("/keys/{key_id}/call-policy", [
    {
      method: "get",
      id: "adminReadCallPolicy",
      summary: "How calls with the key are handled",
      answers: { 200: callPolicy },
      errors: ["not_found"],
    },
    {
      method: "put",
      id: "adminSetCallPolicy",
      summary: "Sets re-link, tools, and the bounds of MCP calls",
      body: { schema: CallPolicy, example: { relink: true, tools: { allowed: true } } },
      answers: { 200: callPolicy },
      errors: ["not_found", "system_prompt_pii_detected"],
    },
    {
      method: "delete",
      id: "adminClearCallPolicy",
      summary: "Back to the default",
      answers: toDefault,
      errors: ["not_found"],
    },
  ]),
];
