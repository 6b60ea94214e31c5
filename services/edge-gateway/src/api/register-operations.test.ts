import { describe, expect, test } from "@jest/globals";
import type { Operation } from "@veil/contracts/openapi";
import { type RequestHandler, Router } from "express";
import { Type } from "typebox";
import {
  type ApiChecks,
  registerOperations,
  type ServedOperations,
} from "./register-operations.ts";

const named = (name: string): RequestHandler =>
  Object.defineProperty((() => {}) as RequestHandler, "name", { value: name });

const checks: ApiChecks = {
  authenticate: {
    key: named("key"),
    session: named("session"),
    "key or session": named("key or session"),
    admin: named("admin"),
    website: named("website"),
  },
  requireLicense: named("license"),
  refuseReplacedKeys: named("replaced keys"),
  limits: {
    account: named("account"),
    "audit views": named("audit views"),
    "evidence packs": named("evidence packs"),
    compliance: named("compliance"),
    inference: named("inference"),
    mcp: named("mcp"),
    "open reads": named("open reads"),
    previews: named("previews"),
    "registration attempts": named("registration attempts"),
    scan: named("scan"),
  },
  countUse: (route) => named(`use of ${route}`),
  bodyBudget: () => () => {},
};

const greet: Operation = {
  method: "post",
  path: "/greetings/{name}",
  id: "greet",
  tag: "Account",
  summary: "Greets",
  access: "key",
  answers: { 204: { description: "Greeted" } },
  errors: [],
};
const body = { schema: Type.Object({}), example: {} };
const handler = named("handler");

function chainOf(operation: Operation, served: readonly ServedOperations[] = [{ greet: handler }]) {
  const router = Router();
  const features = { certificates: false, "operator pages": false, responses: false };
  registerOperations(router, { operations: [operation], features, served, checks });
  const [layer] = router.stack;
  const layers = layer?.route?.stack ?? [];
  return [layer?.route?.path, ...layers.filter(({ method }) => method).map(({ name }) => name)];
}

const PATH = "/greetings/:name";
const CUSTOMER = ["license", "checkTier", "refuseDeveloperKeys"];

describe("registerOperations", () => {
  test.each([
    ["customers", { access: "key" }, ["key", ...CUSTOMER, "account", "replaced keys"]],
    [
      "customers with another limit",
      { access: "key or session", limit: "inference" },
      [
        ...["key or session", "use of /greetings/{name}", ...CUSTOMER, "checkPermission"],
        ...["inference", "replaced keys"],
      ],
    ],
    [
      "customers with all exceptions",
      { access: "session", admits: ["developer keys", "replaced keys", "expired licenses"] },
      ["session", "checkTier", "checkPermission", "account"],
    ],
    ["administrators", { access: "admin" }, ["admin"]],
    ["the website", { access: "website" }, ["website"]],
    ["anyone", { access: "none" }, []],
    ["anyone, with a limit", { access: "none", limit: "open reads" }, ["open reads"]],
  ] as const)(
    "the checks of an operation for %s run in the expected order",
    (_who, access, expected) => {
      expect(chainOf({ ...greet, ...access })).toEqual([PATH, ...expected, "handler"]);
    },
  );

  test("the table's checks run before the module's checks, and the body is read after all of them", () => {
    const served = [{ greet: [named("own check"), handler] }];
    expect(chainOf({ ...greet, access: "admin", body }, served)).toEqual([
      PATH,
      "admin",
      "own check",
      "readJsonBody",
      "handler",
    ]);
    const unread = { ...body, unread: true } as const;
    expect(chainOf({ ...greet, access: "admin", body: unread })).toEqual([
      PATH,
      "admin",
      "handler",
    ]);
  });
});

describe("registerOperations with an inconsistent table", () => {
  test.each([
    ["no module serves an operation", [], "No module serves the operation greet"],
    [
      "two modules serve an operation",
      [{ greet: handler }, { greet: handler }],
      "greet is served twice",
    ],
    [
      "a module serves an operation that is not in the table",
      [{ wave: handler }],
      "No operation is called wave",
    ],
  ])("registerOperations throws when %s", (_what, served, message) => {
    expect(() => chainOf(greet, served as readonly ServedOperations[])).toThrow(message);
  });

  test.each([{ tier: { atLeast: "pro" } }, { admits: ["replaced keys"] }] as const)(
    "registerOperations throws when an operation that no customer calls has %p",
    (exceptions) => {
      const operation = { ...greet, access: "admin", ...exceptions } as const;
      expect(() => chainOf(operation)).toThrow("greet has a tier or exceptions");
    },
  );
});

test("Operations of a disabled feature are not registered", () => {
  const off = { ...greet, feature: "certificates" } as const;
  expect(chainOf(off, [])).toEqual([undefined]);
  expect(() => chainOf(off)).toThrow("No operation is called greet");
});
