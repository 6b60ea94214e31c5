import type { Command } from "@commander-js/extra-typings";
import {
  IssuedKeyResponse,
  RevokedKeyResponse,
  RotatedKeyResponse,
} from "@veil/contracts/public/keys";
import { callFor } from "../../gateway/call.ts";
import { operationOf } from "../../gateway/operation-of.ts";
import { issueKey } from "../../output/one-time-key.ts";
import type { Cli } from "../../program/cli.ts";
import { gatewayLeaf } from "../../program/leaf.ts";
import { readSettings } from "../../settings/read-settings.ts";
import { definedOnly, FAMILY, GRACE, KEY_CLASS, OUTPUT } from "../options.ts";
import { printAnswer } from "../simple-call.ts";

const ISSUE = operationOf("adminIssueKey");
const ROTATE = operationOf("adminRotateKey");
const REVOKE = operationOf("adminRevokeKey");
const CUSTOMER = "cus_0123456789abcdef0123456789abcdef01234567";

export function addAdminKeys(parent: Command, cli: Cli): void {
  gatewayLeaf(parent, {
    operation: ISSUE,
    usage: "issue <CUSTOMER_ID>",
    summary: "issue a key for a customer, which is shown once",
    examples: [`veil admin keys issue ${CUSTOMER} --family gw_live --output customer.key`],
  })
    .addOption(FAMILY())
    .addOption(KEY_CLASS())
    .addOption(OUTPUT())
    .action(async (customer_id, options) => {
      const settings = await readSettings(cli, options);
      const body = definedOnly({ family: options.family, class: options.class });
      const request = { schema: IssuedKeyResponse, path: { customer_id }, body };
      await issueKey(cli, options, () => callFor(cli, settings, ISSUE, request));
    });
  gatewayLeaf(parent, {
    operation: ROTATE,
    usage: "rotate <CUSTOMER_ID> <KEY_ID>",
    summary: "replace a customer's key by a new one, which is shown once",
    examples: [`veil admin keys rotate ${CUSTOMER} Ab3dE6gH --grace-seconds 86400`],
  })
    .addOption(GRACE())
    .addOption(OUTPUT())
    .action(async (customer_id, key_id, options) => {
      const settings = await readSettings(cli, options);
      const body = definedOnly({ grace_seconds: options.graceSeconds });
      const request = { schema: RotatedKeyResponse, path: { customer_id, key_id }, body };
      await issueKey(cli, options, () => callFor(cli, settings, ROTATE, request));
    });
  gatewayLeaf(parent, {
    operation: REVOKE,
    usage: "revoke <CUSTOMER_ID> <KEY_ID>",
    summary: "end a customer's key at once, also the last one",
    examples: [`veil admin keys revoke ${CUSTOMER} Ab3dE6gH`],
  }).action((customer_id, key_id, options) =>
    printAnswer(cli, options, REVOKE, {
      schema: RevokedKeyResponse,
      path: { customer_id, key_id },
    }),
  );
}
