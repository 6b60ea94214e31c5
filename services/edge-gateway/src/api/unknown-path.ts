import { ApiError } from "@veil/contracts/errors";
import { OPERATIONS } from "@veil/contracts/openapi";
import type { GoneResponse } from "@veil/contracts/public/error";
import type { IRouter, RequestHandler } from "express";

const SDK_BASE = "/v1";
const SDK_PATHS: ReadonlySet<string> = new Set(
  OPERATIONS.map(({ path }) => path).filter((path) => path.startsWith(`${SDK_BASE}/`)),
);

/**
 * Refuses unknown paths. If an SDK's base URL has `/v1` twice or not at all, a hint contains the
 * right path.
 * @throws ApiError `not_found`
 */
export const unknownPath: RequestHandler = ({ path }) => {
  const meant = [SDK_BASE + path, path.slice(SDK_BASE.length)].find((other) =>
    SDK_PATHS.has(other),
  );
  const hint = `Did you mean ${meant}? An SDK adds its own part of it to the base URL`;
  throw new ApiError("not_found", "This path does not exist", meant === undefined ? {} : { hint });
};

/**
 * Returns whether the path is one that a provider's SDK calls, even if its base URL lacks `/v1`.
 */
export function isSdkPath(path: string): boolean {
  return /^\/v1(\/|$)/i.test(path) || SDK_PATHS.has(SDK_BASE + path);
}

export interface RemovedPaths {
  readonly paths: readonly string[];
  readonly migrationUrl: string;
}

const REPLACEMENTS = new Map([
  ["/api/v1/infer", "POST /api/v1/proxy/messages"],
  ["/api/v1/tokens", "POST /api/v1/proxy/messages, which requests its own token"],
  ["/api/v1/sanitize", "POST /api/v1/scan"],
  ["/api/v1/veil/keys", "GET /.well-known/veil-keys.json"],
]);

export const LEGACY_PATHS = [...REPLACEMENTS.keys()];
/** Matches paths that contain no characters which Express would read as a pattern. */
export const LEGACY_PATH_FORM = /^(?:\/[A-Za-z0-9._-]+)+$/;

/**
 * Responds with 410 for removed endpoints and all paths below them, for every method and without
 * authentication. Must be registered after all other endpoints.
 */
export function removedEndpoints(router: IRouter, { paths, migrationUrl }: RemovedPaths): void {
  for (const path of paths) router.use(path, gone(path, migrationUrl));
}

function gone(path: string, migration: string): RequestHandler {
  const replacement = REPLACEMENTS.get(path);
  const instead = replacement === undefined ? "" : ` Use ${replacement}.`;
  const body: GoneResponse = { error: `This endpoint has been removed.${instead}`, migration };
  return function handleGone(_req, res) {
    res.status(410).json(body);
  };
}
