import { ApiError } from "@veil/contracts/errors";
import type { IRouter, RequestHandler } from "express";

type Handlers = readonly RequestHandler[];
type Method = "get" | "post" | "put" | "patch" | "delete";

/** Other methods are 405, before anything else. */
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
