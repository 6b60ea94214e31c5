import type { GoneResponse } from "@veil/contracts/public/legacy";
import type { IRouter, RequestHandler } from "express";

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
/** Excludes everything that Express would read as a pattern. */
export const LEGACY_PATH_FORM = /^(?:\/[A-Za-z0-9._-]+)+$/;

/**
 * Answers 410 for removed endpoints and everything below them, for every method and without
 * authentication. Register it after all others.
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
