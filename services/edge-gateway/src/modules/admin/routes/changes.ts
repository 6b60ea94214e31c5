import { ApiError } from "@veil/contracts/errors";
import { checkedQuery } from "@veil/contracts/parsing";
import {
  AdminChangesQuery,
  type AdminChangesResponse,
  DEFAULT_CHANGE_DAYS,
} from "@veil/contracts/public/admin/portal";
import type { RequestHandler } from "express";
import { readAccountChanges } from "../../audit/index.ts";
import { customerOf } from "../domain/customer-changes.ts";
import { type AdminContext, changeOf } from "./context.ts";

type Change = AdminChangesResponse["changes"][number];
type ReadEvent = NonNullable<
  Awaited<ReturnType<typeof readAccountChanges>>
>["byType"][number][1][number];

const DAY_MS = 24 * 60 * 60_000;

const parse = checkedQuery(AdminChangesQuery);

/** Handles `GET /api/v1/admin/customers/{customer_id}/changes`. */
export function listChanges(deps: AdminContext): RequestHandler {
  const { directory, readTrail, nowMs } = deps;
  return async function handleListChanges(req, res) {
    const { days = DEFAULT_CHANGE_DAYS } = parse(req.query);
    const customer = await customerOf(directory, req.params["customer_id"]);
    const { subject: owner } = await changeOf(deps, res, customer);
    const until = new Date(nowMs());
    const since = new Date(until.getTime() - Number(days) * DAY_MS);
    const read = await readAccountChanges(readTrail, { owner, since, until });
    if (read === undefined)
      throw new ApiError("audit_unavailable", "The audit service did not respond", {
        retryAfterSeconds: 5,
      });
    const changes = read.byType
      .flatMap(([, events]) => events.map(toChange))
      .sort((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp));
    const body: AdminChangesResponse = { changes, truncated: read.clipped };
    res.json(body);
  };
}

function toChange({ occurred_at, event_type, request_id, payload }: ReadEvent): Change {
  const { changed_by, ...details } = payload;
  return {
    ...{ timestamp: occurred_at, event_type, details },
    ...(changed_by !== undefined && { changed_by }),
    ...(request_id !== undefined && { request_id }),
  };
}
