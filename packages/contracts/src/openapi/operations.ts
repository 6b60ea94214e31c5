import type { Operation } from "./operation.ts";
import { ACCOUNT_OPERATIONS } from "./operations/account.ts";
import { ADMIN_OPERATIONS } from "./operations/administration.ts";
import { INFERENCE_OPERATIONS } from "./operations/inference.ts";
import { OPEN_OPERATIONS } from "./operations/open.ts";
import { SESSION_OPERATIONS } from "./operations/sessions.ts";
import { WEBSITE_OPERATIONS } from "./operations/website.ts";

/** Every operation of the public API, but for the document of itself. */
export const OPERATIONS: readonly Operation[] = [
  ...OPEN_OPERATIONS,
  ...SESSION_OPERATIONS,
  ...INFERENCE_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...ADMIN_OPERATIONS,
  ...WEBSITE_OPERATIONS,
];
