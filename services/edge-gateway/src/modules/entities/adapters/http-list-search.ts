import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import { ListSearchResult } from "@veil/contracts/sanitiser";
import type { ServiceClient } from "@veil/service-kit/http";
import type { ListSearch } from "../ports.ts";

const TIMEOUT_MS = 30_000;
const parse = checked(ListSearchResult);

/** Returns a function that searches lists in the sanitiser, which learns no customer id. */
export function createHttpListSearch(sanitiser: Pick<ServiceClient, "call">): ListSearch {
  return async function searchLists(body) {
    try {
      return await sanitiser.call({ path: "/lists/search", body, timeoutMs: TIMEOUT_MS, parse });
    } catch (cause) {
      const message = "The customer's lists cannot be searched right now";
      throw new ApiError("sanitizer_unavailable", message, { cause, retryAfterSeconds: 5 });
    }
  };
}
