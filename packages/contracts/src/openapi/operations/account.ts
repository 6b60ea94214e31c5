import {
  AccountDeletionRequest,
  AccountDeletionResponse,
  AccountPatchRequest,
  AccountResponse,
} from "../../public/account.ts";
import {
  AccountAuditQuery,
  AuditExportQuery,
  AuditExportResponse,
  AuditViewResponse,
} from "../../public/audit.ts";
import {
  EntityListRequest,
  EntityListSummary,
  EntityListsResponse,
} from "../../public/entity-lists.ts";
import { EntityPolicyResponse } from "../../public/entity-policy.ts";
import {
  IssuedKeyResponse,
  IssueKeyRequest,
  KeysResponse,
  RevokedKeyResponse,
  RotatedKeyResponse,
  RotateKeyRequest,
} from "../../public/keys.ts";
import { ProviderKeyRequest, ProviderKeyResponse } from "../../public/provider-key.ts";
import { PreviewRequest, PreviewResponse } from "../../public/scan.ts";
import { LIST_BODY, type Operation } from "../operation.ts";

const account = { tag: "Account", access: "key or session" } as const;
const keys = "/api/v1/account/keys";
const lists = "/api/v1/account/entity-lists";

const own = { description: "The account", schema: AccountResponse };

const ACCOUNT: readonly Operation[] = [
  {
    ...account,
    method: "get",
    path: "/api/v1/account",
    id: "readAccount",
    summary: "The customer's account",
    answers: { 200: own },
    errors: [],
  },
  {
    ...account,
    method: "patch",
    path: "/api/v1/account",
    id: "patchAccount",
    summary: "Sets or removes the company, removes the address",
    body: { schema: AccountPatchRequest, example: { company: "Example Ltd" } },
    answers: { 200: own },
    errors: [],
  },
  {
    ...account,
    method: "delete",
    path: "/api/v1/account",
    id: "deleteAccount",
    summary: "Deletes the account at once, with all that is stored for it",
    body: { schema: AccountDeletionRequest, example: { confirm: `cus_${"0".repeat(40)}` } },
    answers: {
      200: { description: "What was destroyed, and what is kept", schema: AccountDeletionResponse },
    },
    errors: [],
  },
];

const KEYS: readonly Operation[] = [
  {
    ...account,
    method: "get",
    path: keys,
    id: "listKeys",
    summary: "The customer's keys, newest first, without the keys themselves",
    answers: { 200: { description: "The keys", schema: KeysResponse } },
    errors: [],
  },
  {
    ...account,
    method: "post",
    path: keys,
    id: "issueKey",
    permission: "keys",
    summary: "Issues a further key, shown once",
    body: {
      schema: IssueKeyRequest,
      example: { family: "gw_live", class: "developer" },
      optional: true,
    },
    answers: { 201: { description: "The key", schema: IssuedKeyResponse } },
    errors: ["too_many_keys"],
  },
  {
    ...account,
    method: "delete",
    path: `${keys}/{key_id}`,
    id: "revokeKey",
    permission: "keys",
    summary: "Ends a key at once",
    answers: { 200: { description: "The key has ended", schema: RevokedKeyResponse } },
    errors: ["not_found", "last_native_key"],
  },
  {
    ...account,
    method: "post",
    path: `${keys}/{key_id}/rotate`,
    id: "rotateKey",
    permission: "keys",
    summary: "Replaces a key, which stays valid for a grace of one hour by default",
    description:
      "Within the grace the replaced key makes calls, reads and deletes what they left, and reads the usage; all else is `key_replaced`. " +
      "The sessions that it started end at once.",
    body: { schema: RotateKeyRequest, example: { grace_seconds: 3_600 }, optional: true },
    answers: { 201: { description: "The new key, shown once", schema: RotatedKeyResponse } },
    errors: ["not_found", "key_policy_forbids"],
  },
  {
    ...account,
    method: "put",
    path: "/api/v1/account/provider-key",
    id: "replaceProviderKey",
    summary: "Stores the customer's own provider key in place of the previous one",
    body: { schema: ProviderKeyRequest, example: { provider_key: "sk-your-key" } },
    answers: { 200: { description: "It is stored", schema: ProviderKeyResponse } },
    errors: [],
  },
  {
    ...account,
    method: "delete",
    path: "/api/v1/account/provider-key",
    id: "deleteProviderKey",
    summary: "Removes the customer's own provider key",
    answers: { 200: { description: "None is stored", schema: ProviderKeyResponse } },
    errors: [],
  },
];

const list = { description: "The list, without its entries", schema: EntityListSummary };

const ENTITIES: readonly Operation[] = [
  {
    ...account,
    method: "get",
    path: "/api/v1/account/entity-policy",
    id: "readEntityPolicy",
    summary: "What is replaced with this key, and how far a request may loosen it",
    answers: { 200: { description: "The policy", schema: EntityPolicyResponse } },
    errors: [],
  },
  {
    ...account,
    method: "post",
    path: "/api/v1/account/preview",
    id: "previewText",
    permission: "call",
    summary: "What would be replaced in a text of up to 16384 bytes; nothing is kept",
    description: "With the customer's lists and the policy of the key, but without the LLM shield.",
    limit: "previews",
    body: {
      schema: PreviewRequest,
      example: { text: "Dear Ms Weber, my IBAN is DE89 3704 0044 0532 0130 00. Anna Schmidt" },
    },
    answers: { 200: { description: "The replacements, by offset", schema: PreviewResponse } },
    errors: ["server_busy", "sanitizer_unavailable"],
  },
  {
    ...account,
    method: "get",
    path: lists,
    id: "listEntityLists",
    summary: "The customer's lists of known entities, oldest first",
    answers: { 200: { description: "The lists", schema: EntityListsResponse } },
    errors: [],
  },
  {
    ...account,
    method: "post",
    path: lists,
    id: "createEntityList",
    summary: "Stores a list of known entities; only the sanitiser can read its entries",
    body: {
      schema: EntityListRequest,
      ...LIST_BODY,
      example: { kind: "deny", entries: [{ value: "Project Heron", type: "ORGANIZATION" }] },
    },
    answers: { 201: list },
    errors: ["key_policy_forbids", "too_many_lists", "server_busy"],
  },
  {
    ...account,
    method: "get",
    path: `${lists}/{list_id}`,
    id: "readEntityList",
    summary: "One list",
    answers: { 200: list },
    errors: ["not_found"],
  },
  {
    ...account,
    method: "put",
    path: `${lists}/{list_id}`,
    id: "replaceEntityList",
    summary: "Replaces a list",
    body: {
      schema: EntityListRequest,
      ...LIST_BODY,
      example: { kind: "deny", entries: [{ value: "Project Heron" }, { value: "Project Egret" }] },
    },
    answers: { 200: list },
    errors: ["not_found", "key_policy_forbids", "server_busy"],
  },
  {
    ...account,
    method: "delete",
    path: `${lists}/{list_id}`,
    id: "deleteEntityList",
    summary: "Deletes a list",
    answers: { 204: { description: "It is deleted" } },
    errors: ["not_found", "key_policy_forbids"],
  },
];

const TRAIL: readonly Operation[] = [
  {
    method: "get",
    path: "/api/v1/audit/export",
    id: "exportAudit",
    tag: "Audit",
    summary: "The customer's own audit events, oldest first (pro and enterprise)",
    access: "key or session",
    tier: { atLeast: "pro" },
    query: AuditExportQuery,
    answers: {
      200: {
        description: "At most the newest 1 000 events of the window",
        schema: AuditExportResponse,
        headers: { "X-Veil-Audit-Source": "Whether the audit service answered" },
      },
    },
    errors: ["invalid_field"],
  },
  {
    method: "get",
    path: "/api/v1/account/audit",
    id: "viewAudit",
    tag: "Audit",
    summary: "The audit events of the session's organization, newest first, page by page",
    access: "session",
    limit: "audit views",
    query: AccountAuditQuery,
    answers: { 200: { description: "A page", schema: AuditViewResponse } },
    errors: ["invalid_field"],
  },
];

export const ACCOUNT_OPERATIONS: readonly Operation[] = [
  ...ACCOUNT,
  ...KEYS,
  ...ENTITIES,
  ...TRAIL,
];
