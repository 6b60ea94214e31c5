import type { Clock } from "@veil/contracts/clock";
import { systemRandomBytes } from "@veil/crypto";
import type { Logger } from "@veil/service-kit/telemetry";
import type { RequestHandler, Response } from "express";
import type { ServedOperations } from "../../api/register-operations.ts";
import type { GatewayConfig } from "../../config.ts";
import type { Clients } from "../../platform/clients.ts";
import { sharedBodyBudget } from "../../platform/shared-body-budget.ts";
import { callerOf } from "../accounts/http.ts";
import type { CustomerId } from "../accounts/index.ts";
import { createEntityListReader } from "./adapters/create-entity-list-reader.ts";
import { createHttpListSearch } from "./adapters/http-list-search.ts";
import { describePolicy } from "./domain/entity-policy.ts";
import { createListErasure } from "./erase-entries.ts";
import { type ListHandlers, listHandlers } from "./http.ts";
import type { EntityLists, ListErasure, ListOwner } from "./ports.ts";

interface EntitiesNeeds {
  readonly config: Pick<GatewayConfig, "bodies">;
  readonly lists: EntityLists;
  readonly clients: Pick<Clients, "clients" | "trust">;
  readonly onChanged: (customerId: CustomerId) => void;
  readonly log: Logger;
  readonly nowMs: Clock;
}

interface EntitiesModule {
  readonly serves: ServedOperations;
  /** Creates handlers for lists whose owner is not necessarily the caller. */
  readonly listsOf: (ownerOf: (res: Response) => ListOwner) => ListHandlers;
  readonly listErasure: ListErasure;
  close(): Promise<void>;
}

export function createEntitiesModule(needs: EntitiesNeeds): EntitiesModule {
  const { config, lists, clients, onChanged, log, nowMs } = needs;
  const reader = createEntityListReader((error) => log.error("list_thread_failed", { error }));
  const bodyBudget = sharedBodyBudget(config.bodies.entityLists, "rate_limited");
  const listsOf: EntitiesModule["listsOf"] = (ownerOf) =>
    listHandlers({
      lists,
      ownerOf,
      reader,
      onChanged,
      bodyBudget: bodyBudget(ownerOf),
      trust: clients.trust,
      random: systemRandomBytes,
      nowMs,
    });
  const own = listsOf(callerOf);
  return {
    serves: {
      readEntityPolicy,
      listEntityLists: own.all,
      createEntityList: own.create,
      readEntityList: own.read,
      replaceEntityList: own.replace,
      deleteEntityList: own.remove,
    },
    listsOf,
    listErasure: createListErasure({
      ...{ lists, onChanged },
      search: createHttpListSearch(clients.clients.sanitiser),
    }),
    close: reader.close,
  };
}

const readEntityPolicy: RequestHandler = (_req, res) => {
  res.json(describePolicy(callerOf(res).entityPolicy));
};
