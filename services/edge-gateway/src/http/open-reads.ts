import { endpoint } from "@veil/service-kit/http";
import type { IRouter, RequestHandler } from "express";

export type OpenReads = (path: string, get: readonly RequestHandler[]) => void;

/** Registers what anyone may read without a key: under one limit of all these reads from one address. */
export function openReads(
  router: IRouter,
  { openReadLimit }: { readonly openReadLimit: RequestHandler },
): OpenReads {
  return function openRead(path, get) {
    endpoint(router, path, { get: [openReadLimit, ...get] });
  };
}
