import { type Node, parseSync } from "@swc/core";

interface Syntax {
  readonly type: string;
  readonly [field: string]: unknown;
}

const SUITES = /^describe/;
const TESTS = /^(test|it)$/;

/** The full names of a file's tests, as jest prints them, with the `%s` of tables. */
export function testTitlesIn(code: string): readonly string[] {
  const module: Node = parseSync(code, { syntax: "typescript", target: "es2022" });
  const titles: string[] = [];
  collect(module, "", titles);
  return titles;
}

function collect(value: unknown, suite: string, titles: string[]): void {
  if (typeof value !== "object" || value === null) return;
  const name = isCall(value) ? nameOf(value["callee"]) : "";
  const title = SUITES.test(name) || TESTS.test(name) ? titleIn(value) : undefined;
  if (title !== undefined && TESTS.test(name)) titles.push(`${suite}${title}`);
  const inside = title !== undefined && SUITES.test(name) ? `${suite}${title} ` : suite;
  for (const part of Object.values(value)) collect(part, inside, titles);
}

function isCall(value: object): value is Syntax {
  return "type" in value && value.type === "CallExpression";
}

/** Of `test(...)` and of `test.each(...)(...)`, not of `test.each(...)` itself. */
function nameOf(callee: unknown): string {
  const { type, value, object, callee: inner } = callee as Syntax;
  if (type === "Identifier") return String(value);
  return type === "CallExpression" && (inner as Syntax).type === "MemberExpression"
    ? nameOf((inner as Syntax)["object"] ?? object)
    : "";
}

/** `describeWithServer` has its title second. */
function titleIn(call: unknown): string | undefined {
  const { arguments: given } = call as { readonly arguments: { readonly expression: Syntax }[] };
  const texts = given
    .map(({ expression }) => expression)
    .filter(({ type }) => /^(StringLiteral|TemplateLiteral)$/.test(type));
  const title = texts.at(-1);
  return title?.type === "StringLiteral" ? String(title["value"]) : undefined;
}
