import type { Operation } from "./operation.ts";
import { ACCOUNT_OPERATIONS } from "./operations/account.ts";
import { ADMIN_OPERATIONS } from "./operations/administration.ts";
import { CERTIFICATE_OPERATIONS } from "./operations/certificates.ts";
import { COMPLIANCE_OPERATIONS } from "./operations/compliance.ts";
import { INFERENCE_OPERATIONS } from "./operations/inference.ts";
import { MCP_OPERATIONS } from "./operations/mcp.ts";
import { OPEN_OPERATIONS } from "./operations/open.ts";
import { SDK_OPERATIONS } from "./operations/sdk.ts";
import { SESSION_OPERATIONS } from "./operations/sessions.ts";
import { WEBSITE_OPERATIONS } from "./operations/website.ts";

/** Every operation of the public API, except `GET /openapi.json` itself. */
export const OPERATIONS: readonly Operation[] = [
  ...OPEN_OPERATIONS,
  ...SESSION_OPERATIONS,
  ...INFERENCE_OPERATIONS,
  ...SDK_OPERATIONS,
  ...MCP_OPERATIONS,
  ...CERTIFICATE_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...COMPLIANCE_OPERATIONS,
  ...ADMIN_OPERATIONS,
  ...WEBSITE_OPERATIONS,
];
