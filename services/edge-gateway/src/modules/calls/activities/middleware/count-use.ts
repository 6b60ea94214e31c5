import type { RequestHandler, Response } from "express";
import { callerOf } from "../../../accounts/http.ts";
import type { CallTally } from "../call-tally.ts";

/** Notes why a request is refused. @param code - the error code in the table of errors */
export function noteRefusal(res: Response, code: string): void {
  res.locals["refusal"] = code;
}

/** Returns why the request was refused, if `noteRefusal` was called. */
export function refusalOf(res: Response): string | undefined {
  const code: unknown = res.locals["refusal"];
  return typeof code === "string" ? code : undefined;
}

/**
 * Returns the middleware that counts an authenticated request of a route when its response has
 * ended. A request whose client left before the response began is not counted.
 */
export function createCountUse(tally: Pick<CallTally, "answered" | "refused">) {
  return (route: string): RequestHandler =>
    function countUse(_req, res, next) {
      const { customerId } = callerOf(res);
      res.once("close", () => {
        if (!res.headersSent) return;
        const code = refusalOf(res);
        if (code !== undefined) tally.refused(customerId, code);
        else tally.answered(customerId, route);
      });
      next();
    };
}
