import type { Clock } from "@veil/contracts/clock";
import { ApiError, type ErrorCode } from "@veil/contracts/errors";
import { ADMIN_SESSION_HEADER } from "@veil/contracts/public/admin/portal";
import { contextOf } from "@veil/service-kit/http";
import type { Request, RequestHandler, Response } from "express";
import { adminCallerOf, setCaller } from "../../accounts/http.ts";
import {
  type AccountChange,
  type AccountSecrets,
  type Accounts,
  type ApiKeys,
  auditScope,
  type CustomerId,
  establishedSubject,
  identifyOperatorKey,
  type KeyManagement,
  type OperatorKey,
  type Passwords,
  type SubjectDeps,
  type Usage,
} from "../../accounts/index.ts";
import type { LogReader, ReadTrail } from "../../audit/index.ts";
import type { TextScans } from "../../calls/index.ts";
import type { ListOwner } from "../../entities/index.ts";
import { customerOf, noSuchCustomer, type ProvisionCustomer } from "../domain/customer-changes.ts";
import type { BacklogReader, CustomerRow, Directory, OperatorTokens } from "../ports.ts";

/** The dependencies of the administration routes. */
export interface AdminContext extends SubjectDeps {
  readonly accounts: Pick<Accounts, "findByEmail">;
  readonly apiKeys: Pick<ApiKeys, "find" | "setEntityPolicy" | "setCallPolicy" | "keepSubjectKey">;
  readonly keys: KeyManagement;
  readonly usage: Usage;
  readonly passwords: Pick<Passwords, "set">;
  readonly hashPassword: (password: string) => Promise<string>;
  readonly provision: ProvisionCustomer;
  readonly auditLog: LogReader;
  readonly scans: Pick<TextScans, "identifiers">;
  readonly directory: Directory;
  readonly backlog: BacklogReader;
  readonly readTrail: ReadTrail;
  readonly secrets: AccountSecrets;
  /** Called after this customer or one of their keys has changed. */
  readonly onChanged: (customerId: CustomerId) => void;
  readonly nowMs: Clock;
}

type ChangedBy = NonNullable<AccountChange["changedBy"]>;

export function changedByOf(res: Response): ChangedBy {
  return `admin:${adminCallerOf(res).keyId}`;
}

/**
 * Returns the description of an administrator's change.
 * @throws ApiError `not_found` when the customer was deleted in the meantime
 */
export async function changeOf(
  deps: AdminContext,
  res: Response,
  { customerId, orgId, sealedScopeKey, sealedSubjectKey }: CustomerRow,
): Promise<AccountChange> {
  const owner = { customerId, sealedSubjectKey: sealedSubjectKey ?? undefined };
  const subject = await establishedSubject(owner, deps);
  if (subject === undefined) throw noSuchCustomer();
  return {
    customerId,
    scope: auditScope({ orgId, sealedScopeKey }, deps.secrets),
    subject,
    now: new Date(deps.nowMs()),
    requestId: contextOf(res).requestId,
    changedBy: changedByOf(res),
  };
}

/**
 * Finds the customer in the path and stores it for `ownerOf`. Administrators are not restricted by
 * a key's policy.
 */
export function findListOwner(deps: AdminContext): RequestHandler {
  return async function handleFindListOwner(req, res, next) {
    const customer = await customerOf(deps.directory, req.params["customer_id"]);
    const { customerId, scope, subject, changedBy } = await changeOf(deps, res, customer);
    const owner: ListOwner = { customerId, scope, subject, changedBy, entityPolicy: undefined };
    res.locals["listOwner"] = owner;
    next();
  };
}

export function ownerOf(res: Response): ListOwner {
  const owner = res.locals["listOwner"] as ListOwner | undefined;
  if (owner === undefined) throw new TypeError("findListOwner is not installed");
  return owner;
}

interface OperatorAccess {
  readonly kind: "admin" | "website";
  /** If empty, every key is refused. */
  readonly keys: readonly OperatorKey[];
  readonly sessions?: OperatorSessions;
  readonly onFailedKey: (req: Request, res: Response) => Promise<void>;
}

/** What admits the operator pages of the portal. */
export interface OperatorSessions {
  readonly tokens: Pick<OperatorTokens, "identify">;
  /** Returns whether operators use this host. */
  readonly isOperatorHost: (req: Request) => boolean;
}

const SCHEMES = {
  admin: { header: "X-Admin-Key", code: "admin_unauthorized" },
  website: { header: "x-website-key", code: "website_unauthorized" },
} as const satisfies Record<string, { header: string; code: ErrorCode }>;

/**
 * Admits requests with an operator's key, or with the token of a session that a key started.
 * Missing and wrong keys get the same response.
 */
export function authenticateOperator(access: OperatorAccess): RequestHandler {
  const { kind, keys, sessions, onFailedKey } = access;
  const { header } = SCHEMES[kind];
  return async function checkOperatorKey(req, res, next) {
    const key = req.get(header);
    const token = sessions?.isOperatorHost(req) ? req.get(ADMIN_SESSION_HEADER) : undefined;
    const presented = key ?? token;
    if (presented === undefined) throw unauthorized(kind);
    const keyId =
      key === undefined ? sessions?.tokens.identify(presented) : identifyOperatorKey(key, keys);
    if (keyId === undefined) {
      await onFailedKey(req, res);
      throw unauthorized(kind);
    }
    setCaller(res, { kind, keyId });
    next();
  };
}

export function unauthorized(kind: OperatorAccess["kind"]): ApiError {
  const { header, code } = SCHEMES[kind];
  return new ApiError(code, `Send a valid key in the header ${header}`);
}
