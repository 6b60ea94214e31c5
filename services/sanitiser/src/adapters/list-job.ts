import { checkedJson } from "@veil/contracts/parsing";
import { EntityListContent } from "@veil/contracts/sanitiser";
import { type CompiledEntityList, compileEntityList } from "@veil/pii";

const parse = checkedJson(EntityListContent);

/** @throws ApiError when the bytes are not a JSON `EntityListContent` */
export function compileListContent(content: Uint8Array): CompiledEntityList {
  return compileEntityList(parse(content));
}
