import type { RequestHandler } from "express";
import { deleteEntityList, readEntityList, replaceEntityList } from "./routes/entity-list.ts";
import { createEntityList, type EntityListsDeps, readEntityLists } from "./routes/entity-lists.ts";

export type ListHandlers = Readonly<
  Record<"all" | "create" | "read" | "replace" | "remove", RequestHandler>
>;

export function listHandlers(deps: EntityListsDeps): ListHandlers {
  return {
    all: readEntityLists(deps),
    create: createEntityList(deps),
    read: readEntityList(deps),
    replace: replaceEntityList(deps),
    remove: deleteEntityList(deps),
  };
}
