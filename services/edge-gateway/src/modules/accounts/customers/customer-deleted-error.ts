import { ApiError } from "@veil/contracts/errors";

/** The customer was deleted after the key was checked: from now on the key is an unknown one. */
export function customerDeletedError(): ApiError {
  return new ApiError("invalid_api_key", "The API key is not valid");
}
