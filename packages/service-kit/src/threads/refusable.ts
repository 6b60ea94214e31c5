import { ApiError, type ErrorCode } from "@veil/contracts/errors";

/** The transferable form of an `ApiError`, which itself cannot be sent between threads. */
export interface Refused {
  readonly refused: { readonly code: ErrorCode; readonly message: string };
}

/**
 * Wraps a thread's function so that it returns an `ApiError` instead of throwing it. Any other
 * error still counts as a failure of the thread.
 */
export function refusable<I, O>(run: (input: I) => O): (input: I) => O | Refused {
  return (input) => {
    try {
      return run(input);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { refused: { code: error.code, message: error.message } };
    }
  };
}

/**
 * Returns the result of a refusable function.
 * @throws ApiError if the function refused its input
 */
export function unlessRefused<O>(result: O | Refused): O {
  if (!isRefused(result)) return result;
  const { code, message } = result.refused;
  throw new ApiError(code, message);
}

function isRefused(result: unknown): result is Refused {
  return typeof result === "object" && result !== null && "refused" in result;
}
