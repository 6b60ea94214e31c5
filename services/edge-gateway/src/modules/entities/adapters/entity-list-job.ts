import { checked, parseStrictJson } from "@veil/contracts/parsing";
import { EntityListRequest } from "@veil/contracts/public/entity-lists";
import { packEntityList } from "../domain/entity-list.ts";
import type { CheckedEntityList } from "../ports.ts";

const parse = checked(EntityListRequest);

export function readEntityList(body: Uint8Array): CheckedEntityList {
  return packEntityList(parse(parseStrictJson(body)));
}
