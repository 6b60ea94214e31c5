import type { Command } from "@commander-js/extra-typings";
import type { Cli } from "../../program/cli.ts";
import { addAuditCheckpoint } from "./checkpoint.ts";
import { addAuditExport } from "./export.ts";
import { addAuditTimeStamp } from "./time-stamp.ts";
import { addAuditVerify } from "./verify.ts";
import { addAuditVerifyArchive } from "./verify-archive.ts";

export function addAudit(parent: Command, cli: Cli): void {
  addAuditExport(parent, cli);
  addAuditVerify(parent, cli);
  addAuditVerifyArchive(parent, cli);
  addAuditCheckpoint(parent, cli);
  addAuditTimeStamp(parent, cli);
}
