import { ApiError, type ErrorCode } from "@veil/contracts/errors";
import type { Request, RequestHandler, Response } from "express";
import { setCaller } from "../../accounts/http.ts";
import { identifyOperatorKey, type OperatorKey } from "../../accounts/index.ts";

interface OperatorAccess {
  readonly kind: "admin" | "website";
  /** If empty, no value is right. */
  readonly keys: readonly OperatorKey[];
  readonly onFailedKey: (req: Request, res: Response) => Promise<void>;
}

const SCHEMES = {
  admin: { header: "X-Admin-Key", code: "admin_unauthorized" },
  website: { header: "x-website-key", code: "website_unauthorized" },
} as const satisfies Record<string, { header: string; code: ErrorCode }>;

/** Admits requests with an operator's key. Missing and wrong keys get the same answer. */
export function authenticateOperator({ kind, keys, onFailedKey }: OperatorAccess): RequestHandler {
  const { header, code } = SCHEMES[kind];
  return async function checkOperatorKey(req, res, next) {
    const presented = req.get(header);
    const keyId = presented === undefined ? undefined : identifyOperatorKey(presented, keys);
    if (keyId === undefined) {
      if (presented !== undefined) await onFailedKey(req, res);
      throw new ApiError(code, `Send a valid key in the header ${header}`);
    }
    setCaller(res, { kind, keyId });
    next();
  };
}
