import { ApiError } from "./errors.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads JSON, as text or in UTF-8. Keys such as `__proto__` stay visible as own properties.
 *
 * @throws ApiError `invalid_json`, also for broken UTF-8
 */
export function parseJson(json: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof json === "string" ? json : utf8.decode(json));
  } catch {
    throw new ApiError("invalid_json", "The body is not valid JSON in UTF-8");
  }
}
