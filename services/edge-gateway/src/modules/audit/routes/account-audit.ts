import type { Clock } from "@veil/contracts/clock";
import { checkedQuery } from "@veil/contracts/parsing";
import { AccountAuditQuery, type AuditViewResponse } from "@veil/contracts/public/audit";
import type { RequestHandler, Response } from "express";
import { auditView, viewWindow } from "../domain/audit-view.ts";
import type { ReadTrail } from "../domain/trail.ts";

export interface AccountAuditDeps {
  readonly readTrail: ReadTrail;
  /** The organization of the request's session: this module knows no sessions. */
  readonly organizationOf: (res: Response) => ViewedOrganization;
  readonly nowMs: Clock;
}

interface ViewedOrganization {
  readonly orgId: string;
  /** The log keeps the organization's events under this scope. */
  readonly scope: string;
}

const parse = checkedQuery(AccountAuditQuery);

/** `GET /api/v1/account/audit`: events of the session's organization, newest first, by pages. */
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
