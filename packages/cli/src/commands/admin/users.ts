import type { Command } from "@commander-js/extra-typings";
import { AdminUsersResponse } from "@veil/contracts/public/admin";
import { operationOf } from "../../gateway/operation-of.ts";
import type { Cli } from "../../program/cli.ts";
import { gatewayLeaf } from "../../program/leaf.ts";
import { readSecret } from "../input-text.ts";
import { CURSOR, LIMIT } from "../options.ts";
import { printAnswer, printDone } from "../simple-call.ts";

const LIST = operationOf("adminListUsers");
const SET = operationOf("adminSetPassword");
const REMOVE = operationOf("adminRemovePassword");
const CUSTOMER = "cus_0123456789abcdef0123456789abcdef01234567";

export function addUsers(parent: Command, cli: Cli): void {
  gatewayLeaf(parent, {
    operation: LIST,
    usage: "list",
    summary: "list the customers with a password, page by page",
    examples: ["veil admin users list"],
  })
    .addOption(LIMIT())
    .addOption(CURSOR())
    .action((options) => {
      const query = { limit: options.limit, cursor: options.cursor };
      return printAnswer(cli, options, LIST, { schema: AdminUsersResponse, query });
    });
  gatewayLeaf(parent, {
    operation: SET,
    usage: "set-password <CUSTOMER_ID>",
    summary: "set a customer's password; the customer's sessions end",
    examples: [
      `veil admin users set-password ${CUSTOMER} --password-file password.txt`,
      `veil admin users set-password ${CUSTOMER} < password.txt`,
    ],
  })
    .option("--password-file <FILE>", "at least 12 characters; - is standard input", "-")
    .action(async (customer_id, options) => {
      const body = { password: await readSecret(cli, options.passwordFile) };
      await printDone(cli, options, SET, { path: { customer_id }, body });
    });
  gatewayLeaf(parent, {
    operation: REMOVE,
    usage: "remove-password <CUSTOMER_ID>",
    summary: "remove a customer's password; the customer's sessions end",
    examples: [`veil admin users remove-password ${CUSTOMER}`],
  }).action((customer_id, options) => printDone(cli, options, REMOVE, { path: { customer_id } }));
}
