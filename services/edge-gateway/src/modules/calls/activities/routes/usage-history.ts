import type { Clock } from "@veil/contracts/clock";
import { ApiError } from "@veil/contracts/errors";
import { checkedQuery } from "@veil/contracts/parsing";
import { MAX_HISTORY_DAYS, UsageHistoryQuery } from "@veil/contracts/public/usage-history";
import type { RequestHandler } from "express";
import { callerOf } from "../../../accounts/http.ts";
import type { CallTally } from "../call-tally.ts";
import type { TallyReader } from "../ports.ts";
import { HISTORY_KINDS, historyPeriod, usageHistory } from "../usage-history.ts";

interface UsageHistoryDeps {
  readonly tallies: Pick<TallyReader, "bySpan">;
  readonly tally: Pick<CallTally, "flush">;
  readonly nowMs: Clock;
}

const DAY_MS = 24 * 60 * 60_000;
const parse = checkedQuery(UsageHistoryQuery);

/** Handles `GET /api/v1/usage/history`. */
export function readUsageHistory(deps: UsageHistoryDeps): RequestHandler {
  const { tallies, tally, nowMs } = deps;
  return async function handleReadUsageHistory(req, res) {
    const { by = "day", ...given } = parse(req.query);
    const period = historyPeriod(given, new Date(nowMs()));
    const days = (period.until.getTime() - period.since.getTime()) / DAY_MS;
    if (days < 1) throw new ApiError("invalid_field", 'Field "since" must not be after "until"');
    if (days > MAX_HISTORY_DAYS)
      throw new ApiError("invalid_field", `A history has at most ${MAX_HISTORY_DAYS} days`, {
        hint: "Request several periods",
      });
    await tally.flush();
    const sums = await tallies.bySpan(callerOf(res).customerId, HISTORY_KINDS, period);
    res.json(usageHistory(by, period, sums));
  };
}
