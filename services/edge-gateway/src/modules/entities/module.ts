import type { Clock } from "@veil/contracts/clock";
import { systemRandomBytes, type TrustBundle } from "@veil/crypto";
import type { Logger } from "@veil/service-kit/telemetry";
import type { RequestHandler, Response } from "express";
import type { ServedOperations } from "../../api/register-operations.ts";
import type { GatewayConfig } from "../../config.ts";
import { sharedBodyBudget } from "../../platform/shared-body-budget.ts";
import { callerOf } from "../accounts/http.ts";
import type { CustomerId } from "../accounts/index.ts";
import { createEntityListReader } from "./adapters/create-entity-list-reader.ts";
import { describePolicy } from "./domain/entity-policy.ts";
import { type ListHandlers, listHandlers } from "./http.ts";
import type { EntityLists, ListOwner } from "./ports.ts";

interface EntitiesNeeds {
  readonly config: Pick<GatewayConfig, "bodies">;
  readonly lists: EntityLists;
  readonly trust: TrustBundle;
  readonly onChanged: (customerId: CustomerId) => void;
  readonly log: Logger;
  readonly nowMs: Clock;
}

interface EntitiesModule {
  readonly serves: ServedOperations;
  /** Creates handlers for lists whose owner is not necessarily the caller. */
  readonly listsOf: (ownerOf: (res: Response) => ListOwner) => ListHandlers;
  close(): Promise<void>;
}

export function createEntitiesModule(needs: EntitiesNeeds): EntitiesModule {
  const { config, lists, trust, onChanged, log, nowMs } = needs;
  const reader = createEntityListReader((error) => log.error("list_thread_failed", { error }));
  const bodyBudget = sharedBodyBudget(config.bodies.entityLists, "rate_limited");
  const listsOf: EntitiesModule["listsOf"] = (ownerOf) =>
    listHandlers({
      lists,
      ownerOf,
      reader,
      onChanged,
      bodyBudget: bodyBudget(ownerOf),
      trust,
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
    close: reader.close,
  };
}

const readEntityPolicy: RequestHandler = (_req, res) => {
  res.json(describePolicy(callerOf(res).entityPolicy));
};
