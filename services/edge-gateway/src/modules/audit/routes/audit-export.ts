import type { Clock } from "@veil/contracts/clock";
import { checkedQuery } from "@veil/contracts/parsing";
import { AuditExportQuery, type AuditExportResponse, DEFAULT_EXPORT_DAYS } from "@veil/contracts/public/audit";
import type { Tier } from "@veil/contracts/public/registration";
import type { RequestHandler, Response } from "express";
import { auditExport, exportWindow } from "./audit-export-body.ts";
import type { ReadTrail } from "../domain/trail.ts";

export interface AuditExportDeps {
  readonly readTrail: ReadTrail;
  /** The authenticated customer of the request: this module knows no accounts. */
  readonly customerOf: (res: Response) => ExportedCustomer;
  readonly nowMs: Clock;
}

interface ExportedCustomer {
  readonly customerId: string;
  readonly tier: Tier;
  readonly subject: string;
}

const parse = checkedQuery(AuditExportQuery);

/** `GET /api/v1/audit/export`: the customer's own newest events of the window, oldest first. */
export function exportAudit({ readTrail, customerOf, nowMs }: AuditExportDeps): RequestHandler {
  return async function handleExportAudit(req, res) {
    const { days = DEFAULT_EXPORT_DAYS, type } = parse(req.query);
    const { customerId: customer_id, tier, subject: owner } = customerOf(res);
    const window = exportWindow(days, nowMs());
    const trail = await readTrail({ by: "subject", owner, ...window, type });
    const body: AuditExportResponse = auditExport({ customer_id, tier, window, trail });
    res.set("X-Veil-Audit-Source", trail.source).json(body);
  };
}
