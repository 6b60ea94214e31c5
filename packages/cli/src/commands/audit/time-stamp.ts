import type { Command } from "@commander-js/extra-typings";
import { LogTimeStamp } from "@veil/contracts/audit-log";
import { verifyConsistency } from "@veil/crypto";
import { callFor } from "../../gateway/call.ts";
import { operationOf } from "../../gateway/operation-of.ts";
import { printBody } from "../../output/print.ts";
import type { Cli } from "../../program/cli.ts";
import { checkFailed } from "../../program/command-error.ts";
import { gatewayLeaf } from "../../program/leaf.ts";
import { readSettings } from "../../settings/read-settings.ts";
import { deliver } from "./deliver.ts";
import { EXAMPLE_LOG_KEY, logKeyOption, readOlderCheckpoint } from "./older-checkpoint.ts";

const TIME_STAMP = operationOf("adminReadTimeStamp");

export function addAuditTimeStamp(parent: Command, cli: Cli): void {
  gatewayLeaf(parent, {
    operation: TIME_STAMP,
    usage: "time-stamp",
    summary: "fetch the RFC 3161 time stamp that covers a checkpoint (operators)",
    description:
      "Fetches the earliest time stamp that covers a checkpoint, which may be the one in a certificate's evidence: its own, or " +
      "that of a later one whose log is shown to begin with it. The reply is not verified here; OpenSSL does that: " +
      "openssl ts -verify -data OUTPUT -in REPLY -CAfile AUTHORITY.",
    fails: "the time stamp is of another log",
    examples: [
      `veil audit time-stamp --checkpoint checkpoint.txt --log-key ${EXAMPLE_LOG_KEY} --output stamped.txt --reply stamped.tsr`,
    ],
  })
    .requiredOption("--checkpoint <FILE>", "the checkpoint")
    .requiredOption("--output <FILE>", "write what was stamped into this file")
    .requiredOption("--reply <FILE>", "write the authority's reply into this file")
    .addOption(logKeyOption())
    .action(async (options) => {
      const settings = await readSettings(cli, options);
      const { older, open } = await readOlderCheckpoint(cli, options.checkpoint, options.logKey);
      const request = { schema: LogTimeStamp, query: { size: older.size } };
      const stamp = await callFor(cli, settings, TIME_STAMP, request);
      const path = stamp.path.map((hash) => Buffer.from(hash, "base64"));
      const stamped = open(stamp.checkpoint);
      if (!verifyConsistency({ from: older, to: stamped, path }))
        throw checkFailed("the time stamp is of a log that does not begin with the checkpoint's");
      await deliver(cli, options.output, stamp.checkpoint);
      await deliver(cli, options.reply, Buffer.from(stamp.time_stamp, "base64"));
      printBody(cli, options, { checkpoint_size: older.size, stamped_size: stamped.size });
    });
}
