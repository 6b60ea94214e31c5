import { ApiError } from "@veil/contracts/errors";
import type { IRouter, RequestHandler } from "express";

type Handlers = readonly RequestHandler[];
type Method = "get" | "post" | "put" | "patch" | "delete";

/**
 * Registers the handlers of one path. Requests with any other method get 405 before anything else
 * runs.
 */
export function endpoint(
  router: IRouter,
  path: string,
  methods: Partial<Record<Method, Handlers>>,
): void {
  const route = router.route(path);
  const named = Object.entries(methods) as [Method, Handlers][];
  for (const [method, handlers] of named) route[method](...handlers);
  const allow = named.flatMap(([method]) =>
    method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()],
  );
  route.all(() => {
    throw new ApiError("method_not_allowed", `Use ${allow.join(" or ")}`, { allow });
  });
}
