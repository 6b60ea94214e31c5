import { ApiError } from "@veil/contracts/errors";

/** Refuses the key of a customer who was deleted after the check, as an unknown key. */
export function customerDeletedError(): ApiError {
  return new ApiError("invalid_api_key", "The API key is not valid");
}
