import { ApiError } from "../errors.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Parses JSON from a string or UTF-8 bytes. Keys such as `__proto__` become own properties.
 * @throws ApiError `invalid_json`
 */
export function parseJson(json: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof json === "string" ? json : utf8.decode(json));
  } catch {
    throw new ApiError("invalid_json", "The body is not valid JSON in UTF-8");
  }
}
