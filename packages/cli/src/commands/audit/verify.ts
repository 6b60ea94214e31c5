import { type Command, Option } from "@commander-js/extra-typings";
import { LogLeaves } from "@veil/contracts/audit-log";
import { MAX_VERIFIED_EVENTS } from "@veil/contracts/audit-verification";
import { AuditCheckpointResponse, AuditVerificationResponse } from "@veil/contracts/public/admin";
import type { NoteKey } from "@veil/veil/log";
import { callFor } from "../../gateway/call.ts";
import { operationOf } from "../../gateway/operation-of.ts";
import { printBody } from "../../output/print.ts";
import type { Cli } from "../../program/cli.ts";
import { checkFailed, usageError } from "../../program/command-error.ts";
import { gatewayLeaf, integer } from "../../program/leaf.ts";
import { readSettings, type Settings } from "../../settings/read-settings.ts";
import { compareLog } from "./compare-log.ts";
import { EXAMPLE_LOG_KEY, logKeyOption, readOlderCheckpoint } from "./older-checkpoint.ts";

const VERIFY = operationOf("adminVerifyAudit");
const LEAVES = operationOf("adminReadLeaves");
const CHECKPOINT = operationOf("adminReadCheckpoint");

interface VerifyLogOptions {
  readonly checkpoint?: string | undefined;
  readonly logKey?: readonly NoteKey[] | undefined;
  readonly newest?: number | undefined;
  readonly json?: true | undefined;
}

export function addAuditVerify(parent: Command, cli: Cli): void {
  gatewayLeaf(parent, {
    operation: VERIFY,
    more: [LEAVES],
    usage: "verify",
    summary: "verify the audit log, also against an older checkpoint (operators)",
    description:
      "Has the audit service compute the hash chain of its newest events again. The result says what was verified: " +
      "unless that is the whole log, the hash before the first event is taken as it is stored. With --checkpoint the " +
      "whole log is compared with one of before (veil audit checkpoint), here and not by the service: an event that was " +
      "changed, removed, moved or added since, or an end that was cut off, gives another tree.",
    fails:
      "the log is broken: an event was changed, removed or moved, or it is not the checkpoint's",
    examples: [
      "veil audit verify",
      "veil audit verify --newest 10000 --json",
      `veil audit verify --checkpoint checkpoint.txt --log-key ${EXAMPLE_LOG_KEY}`,
    ],
  })
    .option("--newest <COUNT>", "how many events; 1000 without it", integer(1, MAX_VERIFIED_EVENTS))
    .addOption(
      new Option("--checkpoint <FILE>", "an older checkpoint of the log").conflicts("newest"),
    )
    .addOption(logKeyOption())
    .action(async (options) => {
      const settings = await readSettings(cli, options);
      if (options.checkpoint !== undefined)
        return await verifyAgainst(cli, settings, options.checkpoint, options);
      if (options.logKey !== undefined) throw usageError("--log-key is for --checkpoint FILE");
      await verifyNewest(cli, settings, options);
    });
}

async function verifyNewest(cli: Cli, settings: Settings, options: VerifyLogOptions) {
  const schema = AuditVerificationResponse;
  const query = { newest: options.newest };
  const answer = await callFor(cli, settings, VERIFY, { schema, query });
  printBody(cli, options, answer);
  if (answer.status !== "intact")
    throw checkFailed(`the log is broken at event ${answer.broken_seq}: ${answer.reason}`);
}

async function verifyAgainst(
  cli: Cli,
  settings: Settings,
  file: string,
  options: VerifyLogOptions,
): Promise<void> {
  const { older, open } = await readOlderCheckpoint(cli, file, options.logKey);
  const result = await compareLog(older, open, {
    checkpoint: (from) =>
      callFor(cli, settings, CHECKPOINT, { schema: AuditCheckpointResponse, query: { from } }),
    leaves: (after) => callFor(cli, settings, LEAVES, { schema: LogLeaves, query: { after } }),
  });
  printBody(cli, options, { ...result, checkpoint_size: older.size });
  if (result.status === "broken")
    throw checkFailed(`the log is broken at event ${result.broken_seq}: ${result.reason}`);
}
