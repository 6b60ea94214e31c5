import { ApiError } from "@veil/contracts/errors";

/** Nothing of the call was sent to the provider: the worker was not reached, or did not take it. */
export class UnsentError extends ApiError {}
