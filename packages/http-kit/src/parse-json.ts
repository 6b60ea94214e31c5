import { ApiError } from "@veil/contracts/errors";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads JSON in UTF-8. Keys such as `__proto__` stay visible as own properties.
 *
 * @throws ApiError `invalid_json`, also for broken UTF-8
 */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new ApiError("invalid_json", "The body is not valid JSON in UTF-8");
  }
}
