import type { Line, RequestRow, Row } from "./row.ts";
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
import { SDK_READ_LINES } from "./rows/sdk-reads.ts";
import { SERVICE } from "./rows/service.ts";
import { STATES } from "./rows/states.ts";

/** The lines of the specification's tables and lists, and the decisions where it is silent, each with its rows. */
export const LINES: readonly Line[] = [
  ...[SERVICE, REQUEST_FIELDS, RESPONSE_FIELDS, MANIFEST_FIELDS, STATES],
  ...[REGISTRATION, NATIVE, SCANS, READING, SDK_LINES, SDK_READ_LINES, MCP_LINES, OTHER_ENDPOINTS],
  ...[AUTHENTICATION, EVENTS, ERRORS, LIMITS, VERSIONING, HEADERS, ACCOUNT_LINES],
].flat();

/** Every row once: several lines may have the same. */
export const ROWS: readonly Row[] = [
  ...new Map(LINES.flatMap(({ rows }) => rows).map((row) => [identityOf(row), row])).values(),
];

export const REQUEST_ROWS = ROWS.filter(
  (row): row is RequestRow => row.proof.kind === "request" && row.endpoint !== undefined,
);

export function titleOf({ endpoint, status, code, when }: Row): string {
  return `${[endpoint, status, code].filter((part) => part !== undefined).join(" ")}: ${when}`;
}

function identityOf(row: Row): string {
  return JSON.stringify(row, (_name, value: unknown) =>
    value instanceof RegExp || typeof value === "function" ? String(value) : value,
  );
}
