import type { Command } from "@commander-js/extra-typings";
import {
  EntityListRequest,
  EntityListSummary,
  EntityListsResponse,
} from "@veil/contracts/public/entity-lists";
import { operationOf } from "../../gateway/operation-of.ts";
import type { Cli } from "../../program/cli.ts";
import { gatewayLeaf } from "../../program/leaf.ts";
import { inputBody } from "../input-body.ts";
import { printAnswer, printDone } from "../simple-call.ts";

const LIST = operationOf("adminListEntityLists");
const CREATE = operationOf("adminCreateEntityList");
const GET = operationOf("adminReadEntityList");
const REPLACE = operationOf("adminReplaceEntityList");
const DELETE = operationOf("adminDeleteEntityList");
const CUSTOMER = "cus_0123456789abcdef0123456789abcdef01234567";
const FILE = [
  "--file <FILE>",
  'such as {"kind": "deny", "entries": [{"value": "Project Heron"}]}; - is standard input',
] as const;
const schema = EntityListSummary;

export function addEntityLists(parent: Command, cli: Cli): void {
  gatewayLeaf(parent, {
    operation: LIST,
    usage: "list <CUSTOMER_ID>",
    summary: "list a customer's lists of known entities, without their entries",
    examples: [`veil admin entity-lists list ${CUSTOMER}`],
  }).action((customer_id, options) =>
    printAnswer(cli, options, LIST, { schema: EntityListsResponse, path: { customer_id } }),
  );
  gatewayLeaf(parent, {
    operation: CREATE,
    usage: "create <CUSTOMER_ID>",
    summary: "store a list for a customer",
    examples: [`veil admin entity-lists create ${CUSTOMER} --file names.json`],
  })
    .requiredOption(...FILE)
    .action(async (customer_id, options) => {
      const body = await inputBody(cli, EntityListRequest, options.file);
      await printAnswer(cli, options, CREATE, { schema, path: { customer_id }, body });
    });
  gatewayLeaf(parent, {
    operation: GET,
    usage: "get <CUSTOMER_ID> <LIST_ID>",
    summary: "show a list, without its entries",
    examples: [`veil admin entity-lists get ${CUSTOMER} list_0123456789abcdef`],
  }).action((customer_id, list_id, options) =>
    printAnswer(cli, options, GET, { schema, path: { customer_id, list_id } }),
  );
  addChanges(parent, cli);
}

function addChanges(parent: Command, cli: Cli): void {
  gatewayLeaf(parent, {
    operation: REPLACE,
    usage: "replace <CUSTOMER_ID> <LIST_ID>",
    summary: "replace a list",
    examples: [
      `veil admin entity-lists replace ${CUSTOMER} list_0123456789abcdef --file names.json`,
    ],
  })
    .requiredOption(...FILE)
    .action(async (customer_id, list_id, options) => {
      const body = await inputBody(cli, EntityListRequest, options.file);
      await printAnswer(cli, options, REPLACE, { schema, path: { customer_id, list_id }, body });
    });
  gatewayLeaf(parent, {
    operation: DELETE,
    usage: "delete <CUSTOMER_ID> <LIST_ID>",
    summary: "delete a list",
    examples: [`veil admin entity-lists delete ${CUSTOMER} list_0123456789abcdef`],
  }).action((customer_id, list_id, options) =>
    printDone(cli, options, DELETE, { path: { customer_id, list_id } }),
  );
}
