import type { Command } from "@commander-js/extra-typings";
import { AdminContactsResponse } from "@veil/contracts/public/website";
import { operationOf } from "../../gateway/operation-of.ts";
import type { Cli } from "../../program/cli.ts";
import { gatewayLeaf } from "../../program/leaf.ts";
import { CURSOR, LIMIT } from "../options.ts";
import { printAnswer, printDone } from "../simple-call.ts";

const LIST = operationOf("adminListContacts");
const DELETE = operationOf("adminDeleteContact");

export function addContacts(parent: Command, cli: Cli): void {
  gatewayLeaf(parent, {
    operation: LIST,
    usage: "list",
    summary: "list the messages from the website, newest first, page by page",
    examples: ["veil admin contacts list --limit 10"],
  })
    .addOption(LIMIT())
    .addOption(CURSOR())
    .action((options) => {
      const query = { limit: options.limit, cursor: options.cursor };
      return printAnswer(cli, options, LIST, { schema: AdminContactsResponse, query });
    });
  gatewayLeaf(parent, {
    operation: DELETE,
    usage: "delete <CONTACT_ID>",
    summary: "delete a message",
    examples: ["veil admin contacts delete con_0123456789abcdef"],
  }).action((contact_id, options) => printDone(cli, options, DELETE, { path: { contact_id } }));
}
