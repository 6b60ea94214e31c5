import type { Command } from "@commander-js/extra-typings";
import { AuditExportResponse, MAX_TRAIL_EVENTS } from "@veil/contracts/public/audit";
import { call } from "../../gateway/call.ts";
import { operationOf } from "../../gateway/operation-of.ts";
import { readAnswer } from "../../gateway/read-answer.ts";
import { note } from "../../output/print.ts";
import { jsonText } from "../../output/texts.ts";
import type { Cli } from "../../program/cli.ts";
import { gatewayLeaf, integer } from "../../program/leaf.ts";
import { readSettings } from "../../settings/read-settings.ts";
import { deliver } from "./deliver.ts";

const EXPORT = operationOf("exportAudit");
const WHOLE_LOG = "audit_service";

export function addAuditExport(parent: Command, cli: Cli): void {
  gatewayLeaf(parent, {
    operation: EXPORT,
    usage: "export",
    summary: "export your audit events as JSON (pro and enterprise)",
    description:
      "Exports your audit events as JSON, oldest first: at most the newest 1000 of the window. The output is JSON " +
      "with and without --json.",
    examples: [
      "veil audit export --output audit.json",
      "veil audit export --days 7 --type PROXY_INFERENCE_COMPLETED",
    ],
  })
    .option("--days <DAYS>", "the window, 1 to 90; 30 without it", integer(1, 90))
    .option("--type <TYPE>", "only events of this type")
    .option("--output <FILE>", "write into this file, mode 0600, once all of it is there")
    .action(async (options) => {
      const settings = await readSettings(cli, options);
      const query = { days: options.days, type: options.type };
      const { text, headers } = await call(cli, settings, EXPORT, { query });
      const answer = readAnswer(AuditExportResponse, text);
      if (options.output === undefined) cli.out(jsonText(answer));
      else await deliver(cli, options.output, jsonText(answer));
      const source = headers.get("x-veil-audit-source");
      if (source !== null && source !== WHOLE_LOG)
        note(cli, `Newer events may be missing: the source is ${source}, not the whole log.`);
      if (answer.total_events >= MAX_TRAIL_EVENTS)
        note(cli, "Older events of the window may be missing: use fewer --days, or a --type.");
    });
}
