import type { IncomingMessage, ServerResponse } from "node:http";
import { OPERATIONS, type Operation } from "@veil/contracts/openapi";
import type { Service } from "@veil/service-kit/http";
import { createAnswerCheck } from "./answer-check.ts";

const differenceOf = createAnswerCheck();
const UNDOCUMENTED = 599;

const routes = OPERATIONS.map((operation) => {
  const path = operation.path.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+");
  return { operation, path: new RegExp(`^${path}/?$`, "i") };
});

/**
 * Wraps the app so that a response that the OpenAPI document does not allow becomes a 599 with the
 * reason.
 */
export function documentedAnswers(app: Service["app"]): Service["app"] {
  return new Proxy(app, {
    apply(target, self, [req, res, ...rest]: [IncomingMessage, ServerResponse, ...unknown[]]) {
      const operation = operationOf(req);
      if (operation !== undefined) compare(operation, res);
      return Reflect.apply(target, self, [req, res, ...rest]);
    },
  });
}

function operationOf({ method, url = "" }: IncomingMessage): Operation | undefined {
  const [path = ""] = url.split("?");
  const found = routes.find(
    (route) => route.path.test(path) && route.operation.method === method?.toLowerCase(),
  );
  return found?.operation;
}

function compare(operation: Operation, res: ServerResponse): void {
  const end = res.end.bind(res) as (chunk?: unknown, ...rest: unknown[]) => ServerResponse;
  res.end = (chunk?: unknown, ...rest: unknown[]) => {
    const difference = res.headersSent ? undefined : differs(operation, res, chunk);
    if (difference === undefined) return end(chunk, ...rest);
    const text = JSON.stringify({ undocumented: `${operation.id}: ${difference}` });
    res.statusCode = UNDOCUMENTED;
    res.setHeader("Content-Type", "application/json");
    res.setHeader("Content-Length", Buffer.byteLength(text));
    return end(text);
  };
}

function differs(operation: Operation, res: ServerResponse, chunk: unknown): string | undefined {
  const { statusCode: status } = res;
  const documented = operation.answers[status];
  const type = String(res.getHeader("content-type")).split(";")[0] ?? "";
  if (documented?.otherTypes?.includes(type)) return undefined;
  const text = Buffer.isBuffer(chunk) || typeof chunk === "string" ? String(chunk) : "";
  const isJson = documented?.contentType === undefined;
  const body = isJson && text !== "" ? JSON.parse(text) : text;
  return differenceOf(operation, { status, body: text === "" ? undefined : body });
}
