import type { Command } from "@commander-js/extra-typings";
import { MAX_VERIFIED_EVENTS } from "@veil/contracts/audit-verification";
import { AuditVerificationResponse } from "@veil/contracts/public/admin";
import { callFor } from "../../gateway/call.ts";
import { operationOf } from "../../gateway/operation-of.ts";
import { printBody } from "../../output/print.ts";
import type { Cli } from "../../program/cli.ts";
import { checkFailed } from "../../program/command-error.ts";
import { gatewayLeaf, integer } from "../../program/leaf.ts";
import { readSettings } from "../../settings/read-settings.ts";
import { addAuditExport } from "./export.ts";

const VERIFY = operationOf("adminVerifyAudit");

/** Adds `export` and `verify` to `veil audit`. */
export function addAudit(parent: Command, cli: Cli): void {
  addAuditExport(parent, cli);
  gatewayLeaf(parent, {
    operation: VERIFY,
    usage: "verify",
    summary: "have the audit log's hash chain verified (operators)",
    description:
      "Has the audit service compute the hash chain of its newest events again. The result says what was verified: " +
      "unless that is the whole log, the hash before the first event is taken as it is stored.",
    fails: "the log is broken: an event was changed, removed or moved",
    examples: ["veil audit verify", "veil audit verify --newest 10000 --json"],
  })
    .option("--newest <COUNT>", "how many events; 1000 without it", integer(1, MAX_VERIFIED_EVENTS))
    .action(async (options) => {
      const settings = await readSettings(cli, options);
      const schema = AuditVerificationResponse;
      const query = { newest: options.newest };
      const answer = await callFor(cli, settings, VERIFY, { schema, query });
      printBody(cli, options, answer);
      if (answer.status !== "intact")
        throw checkFailed(`the log is broken at event ${answer.broken_seq}: ${answer.reason}`);
    });
}
