import { checkedJson } from "@veil/contracts/parsing";
import { EntityListRequest } from "@veil/contracts/public/entity-lists";
import { packEntityList } from "../domain/entity-list.ts";
import type { CheckedEntityList } from "../ports.ts";

const parse = checkedJson(EntityListRequest);

/** What every adapter of `EntityListReader` runs, on whatever thread. @throws ApiError for a list that is none */
export function readEntityList(body: Uint8Array): CheckedEntityList {
  return packEntityList(parse(body));
}
