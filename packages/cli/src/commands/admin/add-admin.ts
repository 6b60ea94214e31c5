import type { Command } from "@commander-js/extra-typings";
import { AdminStatsResponse } from "@veil/contracts/public/admin";
import { operationOf } from "../../gateway/operation-of.ts";
import type { Cli } from "../../program/cli.ts";
import { group } from "../../program/group.ts";
import { gatewayLeaf } from "../../program/leaf.ts";
import { printAnswer } from "../simple-call.ts";
import { addCallPolicies } from "./call-policies.ts";
import { addContacts } from "./contacts.ts";
import { addCustomers } from "./customers.ts";
import { addEntityLists } from "./entity-lists.ts";
import { addAdminKeys } from "./keys.ts";
import { addOrganizations } from "./organizations.ts";
import { addPolicies } from "./policies.ts";
import { addUsers } from "./users.ts";

const STATS = operationOf("adminReadStats");

export function addAdmin(parent: Command, cli: Cli): void {
  addCustomers(group(parent, "customers", "customers", "veil admin customers list"), cli);
  addAdminKeys(
    group(
      parent,
      "keys",
      "API keys of a customer",
      "veil admin keys issue cus_0123456789abcdef0123456789abcdef01234567",
    ),
    cli,
  );
  addPolicies(
    group(parent, "policies", "what is replaced with a key", "veil admin policies get Ab3dE6gH"),
    cli,
  );
  addCallPolicies(
    group(
      parent,
      "call-policies",
      "how calls with a key are handled",
      "veil admin call-policies get Ab3dE6gH",
    ),
    cli,
  );
  addEntityLists(
    group(
      parent,
      "entity-lists",
      "a customer's lists of known entities",
      "veil admin entity-lists list cus_0123456789abcdef0123456789abcdef01234567",
    ),
    cli,
  );
  addOrganizations(
    group(parent, "organizations", "organizations", "veil admin organizations list"),
    cli,
  );
  addUsers(group(parent, "users", "passwords of customers", "veil admin users list"), cli);
  addContacts(
    group(parent, "contacts", "messages from the website", "veil admin contacts list"),
    cli,
  );
  gatewayLeaf(parent, {
    operation: STATS,
    usage: "stats",
    summary: "show numbers of customers, keys, sessions and calls",
    examples: ["veil admin stats", "veil admin stats --json"],
  }).action((options) => printAnswer(cli, options, STATS, { schema: AdminStatsResponse }));
}
