import type { Operation } from "@veil/contracts/openapi";
import request from "supertest";
import type { TestGateway } from "./test-gateway.ts";

/**
 * Sends a request to an operation, with ids and a query of valid form. The default body is an empty
 * object.
 */
export function callOperation(
  { app }: Pick<TestGateway, "app">,
  { id, method, path, body }: Operation,
  headers: Readonly<Record<string, string>>,
  sent: object | string = {},
) {
  const call = request(app)
    [method](path.replaceAll(/\{(\w+)\}/g, idOf) + (QUERIES[id] ?? ""))
    .set(headers);
  return body === undefined ? call : call.type("json").send(sent);
}

const QUERIES: Readonly<Record<string, string>> = {
  adminReadExposure: "?since=2026-01-01T00:00:00Z&until=2026-01-02T00:00:00Z",
};

const IDS: Readonly<Record<string, string>> = {
  customer_id: `cus_${"0".repeat(40)}`,
  field: "1.1.b",
  key_id: "abcdefgh",
  list_id: `lst_${"0".repeat(32)}`,
  org_id: `org_${"0".repeat(32)}`,
  subject_request_id: `dsr_${"0".repeat(32)}`,
  request_id: `req_${"0".repeat(32)}`,
};

function idOf(_variable: string, name: string): string {
  return IDS[name] ?? `${name}_none`;
}
