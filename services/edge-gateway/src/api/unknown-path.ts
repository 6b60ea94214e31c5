import { ApiError } from "@veil/contracts/errors";
import { OPERATIONS } from "@veil/contracts/openapi";
import type { RequestHandler } from "express";

const SDK_BASE = "/v1";
const SDK_PATHS: ReadonlySet<string> = new Set(
  OPERATIONS.map(({ path }) => path).filter((path) => path.startsWith(`${SDK_BASE}/`)),
);

/** @throws ApiError `not_found`, with the path meant by a base URL that has `/v1` twice or never */
export const unknownPath: RequestHandler = ({ path }) => {
  const meant = [SDK_BASE + path, path.slice(SDK_BASE.length)].find((other) =>
    SDK_PATHS.has(other),
  );
  const hint = `Did you mean ${meant}? An SDK adds its own part of it to the base URL`;
  throw new ApiError("not_found", "This path does not exist", meant === undefined ? {} : { hint });
};

/** Returns whether a provider's SDK called this path, also with a base URL that lacks `/v1`. */
export function isSdkPath(path: string): boolean {
  return /^\/v1(\/|$)/i.test(path) || SDK_PATHS.has(SDK_BASE + path);
}
