import { type Node, parseSync } from "@swc/core";

interface Syntax {
  readonly type: string;
  readonly [field: string]: unknown;
}

const TESTS = new Set(["test", "it"]);
const HOOKS = new Set(["beforeAll", "beforeEach", "afterAll", "afterEach"]);
/** The longest time-out that a test may have as its subject. */
const SHORT_MS = 1_000;

export function waitsIn(code: string): string[] {
  return nodesOf(code).flatMap((node) => {
    if (isSleep(node))
      return ["sleeps: use until(), or block the other process until the test releases it"];
    if (hasOwnCeiling(node)) return ["has its own time-out: jest's is for tests that hang"];
    if (isLongSignal(node)) return ["has its own time-out: use WAIT_CEILING_MS"];
    return [];
  });
}

/** Finds measurements of time, because they depend more on the machine than on the product. */
export function timingsIn(code: string): string[] {
  return nodesOf(code).flatMap((node) => {
    if (isMember(node, "performance") || isMember(node, "process", "hrtime", "cpuUsage"))
      return ["measures time: that is for tools/bench/"];
    return isElapsed(node) ? ["measures time: that is for tools/bench/"] : [];
  });
}

function nodesOf(code: string): Syntax[] {
  const module: Node = parseSync(code, { syntax: "typescript", target: "es2022" });
  const found: Syntax[] = [];
  const open: unknown[] = [module];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== "object" || value === null) continue;
    if (isSyntax(value)) found.push(value);
    open.push(...Object.values(value));
  }
  return found;
}

function isSyntax(value: object): value is Syntax {
  return "type" in value && typeof value.type === "string";
}

/** Matches `new Promise((resolve) => setTimeout(resolve, ms))`, and Node's promised timers. */
function isSleep(node: Syntax): boolean {
  if (node.type === "ImportDeclaration")
    return String((node["source"] as Syntax)["value"]).endsWith("timers/promises");
  return isCall(node, "setTimeout") && argumentsOf(node)[0]?.type === "Identifier";
}

/**
 * Matches `test(name, run, ms)`, `test.each(cases)(name, run, ms)`, `beforeAll(run, ms)`,
 * `jest.setTimeout(ms)`.
 */
function hasOwnCeiling(node: Syntax): boolean {
  if (node.type !== "CallExpression") return false;
  if (isMember(node["callee"], "jest", "setTimeout")) return true;
  const name = nameOfTest(node["callee"]);
  const count = argumentsOf(node).length;
  return (TESTS.has(name) && count > 2) || (HOOKS.has(name) && count > 1);
}

function nameOfTest(callee: unknown): string {
  const { type, value, object, callee: inner } = callee as Syntax;
  if (type === "Identifier") return String(value);
  if (type === "MemberExpression") return nameOfTest(object);
  return type === "CallExpression" ? nameOfTest(inner) : "";
}

function isLongSignal(node: Syntax): boolean {
  if (node.type !== "CallExpression" || !isMember(node["callee"], "AbortSignal", "timeout"))
    return false;
  const [ms] = argumentsOf(node);
  return ms?.type === "NumericLiteral" && Number(ms["value"]) >= SHORT_MS;
}

/** Matches `Date.now() - began`; subtracting a constant makes a past time, which is allowed. */
function isElapsed({ type, operator, left, right }: Syntax): boolean {
  if (type !== "BinaryExpression" || operator !== "-") return false;
  const [now, began] = [left as Syntax, right as Syntax];
  if (now.type !== "CallExpression" || !isMember(now["callee"], "Date", "now")) return false;
  return began.type !== "NumericLiteral" && !/^[A-Z0-9_]+$/.test(String(began["value"] ?? "A"));
}

function isCall(node: Syntax, name: string): boolean {
  if (node.type !== "CallExpression") return false;
  const callee = node["callee"] as Syntax;
  return callee.type === "Identifier" && callee["value"] === name;
}

function isMember(node: unknown, object: string, ...properties: readonly string[]): boolean {
  const { type, object: left, property } = node as Syntax;
  if (type !== "MemberExpression") return false;
  const names =
    properties.length === 0 || properties.includes(String((property as Syntax)["value"]));
  return names && (left as Syntax)["value"] === object;
}

function argumentsOf(call: Syntax): readonly Syntax[] {
  return (call["arguments"] as { readonly expression: Syntax }[]).map(
    ({ expression }) => expression,
  );
}
