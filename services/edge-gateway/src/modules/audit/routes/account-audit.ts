import type { Clock } from "@veil/contracts/clock";
import { checkedQuery } from "@veil/contracts/parsing";
import { AccountAuditQuery, type AuditViewResponse } from "@veil/contracts/public/audit";
import type { RequestHandler, Response } from "express";
import { auditView, viewWindow } from "../domain/audit-view.ts";
import type { ReadTrail } from "../domain/trail.ts";

export interface AccountAuditDeps {
  readonly readTrail: ReadTrail;
  /**
   * Returns the organization of the request's session. It is injected because this module does not
   * know sessions.
   */
  readonly organizationOf: (res: Response) => ViewedOrganization;
  readonly nowMs: Clock;
}

interface ViewedOrganization {
  readonly orgId: string;
  /** The scope under which the log keeps the organization's events. */
  readonly scope: string;
}

const parse = checkedQuery(AccountAuditQuery);

/**
 * Handles `GET /api/v1/account/audit`, which returns pages of the organization's events, newest
 * first.
 */
export function viewAudit(deps: AccountAuditDeps): RequestHandler {
  const { readTrail, organizationOf, nowMs } = deps;
  return async function handleViewAudit(req, res) {
    const query = parse(req.query);
    const { orgId: org_id, scope: owner } = organizationOf(res);
    const window = viewWindow(query, nowMs());
    const trail = await readTrail({ by: "scope", owner, ...window, type: query.type });
    const body: AuditViewResponse = auditView({ org_id, query, window, trail });
    res.json(body);
  };
}
