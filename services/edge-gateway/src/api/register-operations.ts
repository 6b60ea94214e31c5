import { type Access, type LimitName, type Operation, permissionOf } from "@veil/contracts/openapi";
import { type BodyBudget, endpoint, jsonBody } from "@veil/service-kit/http";
import type { IRouter, RequestHandler } from "express";
import {
  refuseDeveloperKeys,
  requirePermission,
  requireTier,
} from "../modules/accounts/middleware/authenticate.ts";
import { LARGE_BODY_BYTES, SMALL_BODY_BYTES } from "../platform/shared-body-budget.ts";

/**
 * The handler of an operation, preceded by the checks that the module adds to the table's checks.
 * The body is read after all checks, just before the handler.
 */
type Handlers = RequestHandler | readonly RequestHandler[];

/** The handlers of a module, by operation id. */
export type ServedOperations = Readonly<Record<string, Handlers>>;

export interface ApiChecks {
  readonly authenticate: Readonly<Record<Exclude<Access, "none">, RequestHandler>>;
  readonly requireLicense: RequestHandler;
  readonly refuseReplacedKeys: RequestHandler;
  readonly limits: Readonly<Record<LimitName, RequestHandler>>;
  /** Counts an answered or refused request of a customer. @param route - the operation's path */
  readonly countUse: (route: string) => RequestHandler;
  readonly bodyBudget: BodyBudget;
}

export interface ApiOptions {
  readonly operations: readonly Operation[];
  readonly features: Readonly<Record<NonNullable<Operation["feature"]>, boolean>>;
  readonly served: readonly ServedOperations[];
  readonly checks: ApiChecks;
}

/**
 * Registers each operation of the table with its checks.
 * @throws TypeError when an operation has no handler or two, a handler has no operation, or an
 * operation has access rules that no check applies
 */
export function registerOperations(router: IRouter, options: ApiOptions): void {
  const { operations, features, served, checks } = options;
  const on = operations.filter(({ feature }) => feature === undefined || features[feature]);
  const handlersOf = handlersById(served);
  const unknown = [...handlersOf.keys()].filter((id) => on.every((one) => one.id !== id));
  if (unknown.length > 0) throw new TypeError(`No operation is called ${unknown.join(", ")}`);
  for (const path of new Set(on.map((operation) => operation.path))) {
    const methods = on
      .filter((operation) => operation.path === path)
      .map((operation) => [operation.method, chainOf(operation, handlersOf, checks)] as const);
    endpoint(router, path.replace(/\{(\w+)\}/g, ":$1"), Object.fromEntries(methods));
  }
}

function handlersById(
  served: readonly ServedOperations[],
): ReadonlyMap<string, readonly RequestHandler[]> {
  const handlersOf = new Map<string, readonly RequestHandler[]>();
  for (const [id, handlers] of served.flatMap((one) => Object.entries(one))) {
    if (handlersOf.has(id)) throw new TypeError(`The operation ${id} is served twice`);
    handlersOf.set(id, [handlers].flat());
  }
  return handlersOf;
}

function chainOf(
  operation: Operation,
  handlersOf: ReadonlyMap<string, readonly RequestHandler[]>,
  checks: ApiChecks,
): readonly RequestHandler[] {
  requireCustomers(operation);
  const handlers = handlersOf.get(operation.id) ?? [];
  const handler = handlers.at(-1);
  if (handler === undefined) throw new TypeError(`No module serves the operation ${operation.id}`);
  const body = bodyReader(operation, checks.bodyBudget);
  return [...accessChecks(operation, checks), ...handlers.slice(0, -1), ...body, handler];
}

function accessChecks(operation: Operation, checks: ApiChecks): readonly RequestHandler[] {
  const { access, tier, admits = [] } = operation;
  const { authenticate, requireLicense, refuseReplacedKeys, limits } = checks;
  const limit = operation.limit === undefined ? [] : [limits[operation.limit]];

  switch (access) {
    case "none":
      return limit;
    case "admin":
    case "website":
      return [authenticate[access], ...limit];
    case "key":
    case "session":
    case "key or session":
      return [
        authenticate[access],
        ...useCounts(operation, checks),
        ...(admits.includes("expired licenses") ? [] : [requireLicense]),
        requireTier(tier?.atLeast ?? "free", tier?.hint),
        ...(admits.includes("developer keys") ? [] : [refuseDeveloperKeys]),
        ...(access === "key" ? [] : [requirePermission(permissionOf(operation))]),
        limits[operation.limit ?? "account"],
        // This check is the last because it queries the database.
        ...(admits.includes("replaced keys") ? [] : [refuseReplacedKeys]),
      ];
  }
}

/** Returns the count of the requests that make calls. */
function useCounts({ limit, path }: Operation, { countUse }: ApiChecks) {
  return limit === "inference" || limit === "mcp" ? [countUse(path)] : [];
}

/**
 * Refuses a tier or an exception that no check would apply, so that it does not appear to be in
 * force.
 */
function requireCustomers({ id, access, tier, admits }: Operation): void {
  const isForCustomers = ["key", "session", "key or session"].includes(access);
  if (!isForCustomers && (tier ?? admits) !== undefined)
    throw new TypeError(`${id} has a tier or exceptions, but no customer calls it`);
}

/** Returns the middleware that reads the body. Large bodies share a memory budget. */
function bodyReader({ body }: Operation, budget: BodyBudget): readonly RequestHandler[] {
  if (body === undefined || body.unread === true) return [];
  const { size, optional, strictType, raw } = body;
  const options = {
    ...{ optional: optional === true, strictType: strictType === true },
    keepBytes: raw === true,
  };
  return [
    size === "large"
      ? jsonBody({ ...options, limitBytes: LARGE_BODY_BYTES, budget })
      : jsonBody({ ...options, limitBytes: SMALL_BODY_BYTES }),
  ];
}
