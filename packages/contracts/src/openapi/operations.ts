import type { Operation } from "./operation.ts";
import { ACCOUNT_OPERATIONS } from "./operations/account.ts";
import { INFERENCE_OPERATIONS } from "./operations/inference.ts";
import { OPEN_OPERATIONS } from "./operations/open.ts";

/** Every operation of the public API, but for the document of itself. */
export const OPERATIONS: readonly Operation[] = [
  ...OPEN_OPERATIONS,
  ...INFERENCE_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
];
