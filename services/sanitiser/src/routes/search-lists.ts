import { checked } from "@veil/contracts/parsing";
import { ListSearchRequest } from "@veil/contracts/sanitiser";
import { type CallRoute, jsonCall } from "@veil/service-kit/http";
import type { SearchLists } from "../ports.ts";

/** All lists of a customer together have at most 8 MB, which base64 makes a third longer. */
const BODY_LIMIT_BYTES = 12 * 1024 * 1024;
const parse = checked(ListSearchRequest);

/** `POST /lists/search`: which lists contain a value, and what remains of them without it. */
export function searchListsRoute(search: SearchLists): CallRoute {
  return {
    path: "/lists/search",
    limitBytes: BODY_LIMIT_BYTES,
    repeatable: true,
    answer: jsonCall(parse, search),
  };
}
