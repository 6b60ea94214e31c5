import type { Command } from "@commander-js/extra-typings";
import { AdminOrganization, AdminOrganizationsResponse } from "@veil/contracts/public/admin";
import { operationOf } from "../../gateway/operation-of.ts";
import type { Cli } from "../../program/cli.ts";
import { gatewayLeaf } from "../../program/leaf.ts";
import { CURSOR, LIMIT } from "../options.ts";
import { printAnswer } from "../simple-call.ts";

const LIST = operationOf("adminListOrganizations");
const CREATE = operationOf("adminCreateOrganization");
const GET = operationOf("adminReadOrganization");
const schema = AdminOrganization;

export function addOrganizations(parent: Command, cli: Cli): void {
  gatewayLeaf(parent, {
    operation: LIST,
    usage: "list",
    summary: "list the organizations, newest first, page by page",
    examples: ["veil admin organizations list"],
  })
    .addOption(LIMIT())
    .addOption(CURSOR())
    .action((options) => {
      const query = { limit: options.limit, cursor: options.cursor };
      return printAnswer(cli, options, LIST, { schema: AdminOrganizationsResponse, query });
    });
  gatewayLeaf(parent, {
    operation: CREATE,
    usage: "create",
    summary: "create an organization without customers",
    examples: ["veil admin organizations create --json"],
  }).action((options) => printAnswer(cli, options, CREATE, { schema }));
  gatewayLeaf(parent, {
    operation: GET,
    usage: "get <ORG_ID>",
    summary: "show an organization",
    examples: ["veil admin organizations get org_0123456789abcdef0123456789abcdef"],
  }).action((org_id, options) => printAnswer(cli, options, GET, { schema, path: { org_id } }));
}
