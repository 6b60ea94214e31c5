import type { Command } from "@commander-js/extra-typings";
import { AuditCheckpointResponse } from "@veil/contracts/public/admin";
import { callFor } from "../../gateway/call.ts";
import { operationOf } from "../../gateway/operation-of.ts";
import { printBody } from "../../output/print.ts";
import type { Cli } from "../../program/cli.ts";
import { gatewayLeaf } from "../../program/leaf.ts";
import { readSettings } from "../../settings/read-settings.ts";
import { deliver } from "./deliver.ts";

const CHECKPOINT = operationOf("adminReadCheckpoint");

export function addAuditCheckpoint(parent: Command, cli: Cli): void {
  gatewayLeaf(parent, {
    operation: CHECKPOINT,
    usage: "checkpoint",
    summary: "fetch the newest checkpoint of the audit log, to keep elsewhere (operators)",
    description:
      "Fetches the newest checkpoint of the audit log, as the log signed it and witnesses cosigned it. Keep it where the " +
      "gateway's operators cannot change it: veil audit verify --checkpoint compares the log with it later.",
    examples: ["veil audit checkpoint --output checkpoint.txt", "veil audit checkpoint --json"],
  })
    .option("--output <FILE>", "write into this file, mode 0600")
    .action(async (options) => {
      const settings = await readSettings(cli, options);
      const answer = await callFor(cli, settings, CHECKPOINT, { schema: AuditCheckpointResponse });
      if (options.output !== undefined) await deliver(cli, options.output, answer.checkpoint);
      else printBody(cli, options, answer, ({ checkpoint }) => checkpoint);
    });
}
