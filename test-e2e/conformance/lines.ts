import type { Line, ListedAnswer, RequestRow, Row } from "./row.ts";
import { ACCOUNT_LINES } from "./rows/accounts.ts";
import { AUTHENTICATION, EVENTS } from "./rows/authentication.ts";
import { ERRORS } from "./rows/errors.ts";
import { HEADERS } from "./rows/headers.ts";
import { LIMITS, VERSIONING } from "./rows/limits.ts";
import { MANIFEST_FIELDS } from "./rows/manifest.ts";
import { MCP_LINES } from "./rows/mcp.ts";
import { NATIVE } from "./rows/native-call.ts";
import { OTHER_ENDPOINTS } from "./rows/other-endpoints.ts";
import { READING, SCANS } from "./rows/reading.ts";
import { REGISTRATION } from "./rows/registration.ts";
import { REQUEST_FIELDS } from "./rows/requests.ts";
import { RESPONSE_FIELDS } from "./rows/responses.ts";
import { SDK_LINES } from "./rows/sdk.ts";
import { SERVICE } from "./rows/service.ts";
import { STATES } from "./rows/states.ts";

/** The lines of the specification's tables and lists, and decisions for what it leaves open. */
export const LINES: readonly Line[] = [
  ...[SERVICE, REQUEST_FIELDS, RESPONSE_FIELDS, MANIFEST_FIELDS, STATES],
  ...[REGISTRATION, NATIVE, SCANS, READING, SDK_LINES, MCP_LINES, OTHER_ENDPOINTS],
  ...[AUTHENTICATION, EVENTS, ERRORS, LIMITS, VERSIONING, HEADERS, ACCOUNT_LINES],
].flat();

const ONCE = new Map<string, { readonly row: Row; readonly ids: Set<string> }>();
for (const { id, rows } of LINES)
  for (const row of rows) {
    const identity = identityOf(row);
    const known = ONCE.get(identity) ?? { row, ids: new Set() };
    ONCE.set(identity, { row, ids: known.ids.add(id) });
  }

/** All rows, each once, because several lines may share a row. */
const ROWS = [...ONCE.values()].map(({ row }) => row);
export const ANSWERS = ROWS.filter((row) => row.kind === "request" || row.kind === "test");
export const REQUEST_ROWS = ROWS.filter((row) => row.kind === "request");

/**
 * Returns a title that contains the ids of the row's lines, so that `-t REG-3` runs the requests of
 * that line.
 */
export function titleOf(row: RequestRow): string {
  const ids = [...(ONCE.get(identityOf(row))?.ids ?? [])].join(" ");
  return `${combinationOf(row)}: ${row.when} (${ids})`;
}

/** Returns a text such as `POST /api/v1/scan 400 invalid_json`. Only errors have a code. */
export function combinationOf({ endpoint, status, code }: ListedAnswer): string {
  return [endpoint, status, code].filter((part) => part !== undefined).join(" ");
}

function identityOf(row: Row): string {
  return JSON.stringify(row, (_name, value: unknown) =>
    value instanceof RegExp || typeof value === "function" ? String(value) : value,
  );
}
