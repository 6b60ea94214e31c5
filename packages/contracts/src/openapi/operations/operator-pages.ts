import {
  AdminBacklogResponse,
  AdminChangesQuery,
  AdminChangesResponse,
  AdminSessionResponse,
} from "../../public/admin/portal.ts";
import { admin } from "./admin-operation.ts";

/** What the operator pages of the portal need besides the other operations. */
export const OPERATOR_PAGES = [
  ...admin("/session", [
    {
      method: "post",
      id: "adminStartSession",
      summary: "Exchanges the key for a token of 15 minutes, for the operator pages of the portal",
      description:
        "The token takes the place of the key in the header `X-Admin-Session`. Only the hosts in `OPERATOR_HOSTS` start sessions and accept tokens.",
      feature: "operator pages",
      answers: { 201: { description: "The token, shown once", schema: AdminSessionResponse } },
      errors: ["not_found"],
    },
  ]),
  ...admin("/customers/{customer_id}/changes", [
    {
      method: "get",
      id: "adminListChanges",
      summary: "Who changed what for this customer",
      query: AdminChangesQuery,
      answers: { 200: { description: "The changes", schema: AdminChangesResponse } },
      errors: ["invalid_field", "not_found", "audit_unavailable"],
    },
  ]),
  ...admin("/backlog", [
    {
      method: "get",
      id: "adminReadBacklog",
      summary: "What waits in outboxes and queues, and how many dead letters there are",
      answers: { 200: { description: "The numbers", schema: AdminBacklogResponse } },
      errors: [],
    },
  ]),
];
