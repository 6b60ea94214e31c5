import { ApiError } from "@veil/contracts/errors";
import type { Request, RequestHandler, Response } from "express";
import type { Caller } from "../../src/modules/accounts/domain/caller.ts";

/** What a check says to a request of this caller; undefined: it passes. */
export async function refusalBy(
  check: RequestHandler,
  caller: Partial<Caller>,
): Promise<ApiError | undefined> {
  const res = { locals: { caller } } as unknown as Response;
  try {
    return await new Promise<undefined>((resolve, reject) => {
      const next = (error?: unknown) => (error === undefined ? resolve(undefined) : reject(error));
      Promise.resolve()
        .then(() => check({} as Request, res, next))
        .catch(reject);
    });
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
