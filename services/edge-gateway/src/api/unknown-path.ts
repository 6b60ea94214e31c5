import { ApiError } from "@veil/contracts/errors";
import { OPERATIONS } from "@veil/contracts/openapi";
import type { RequestHandler } from "express";

const SDK_BASE = "/v1";
const SDK_PATHS: ReadonlySet<string> = new Set(
  OPERATIONS.map(({ path }) => path).filter((path) => path.startsWith(`${SDK_BASE}/`)),
);

/** @throws ApiError `not_found`, with the path that was meant where a base URL has `/v1` twice or not at all */
export const unknownPath: RequestHandler = ({ path }) => {
  const meant = [SDK_BASE + path, path.slice(SDK_BASE.length)].find((other) =>
    SDK_PATHS.has(other),
  );
  const hint = `Did you mean ${meant}? An SDK adds its own part of it to the base URL`;
  throw new ApiError("not_found", "This path does not exist", meant === undefined ? {} : { hint });
};

/** Whether an SDK of a provider calls: also with a base URL that lacks `/v1`. */
export function isSdkPath(path: string): boolean {
  return /^\/v1(\/|$)/i.test(path) || SDK_PATHS.has(SDK_BASE + path);
}
