import type { Clock } from "@veil/contracts/clock";
import { systemRandomBytes } from "@veil/crypto";
import type { Logger } from "@veil/telemetry";
import type { GatewayDeps } from "../../api/app.ts";
import { sharedBodyBudget } from "../../api/shared-body-budget.ts";
import type { GatewayConfig } from "../../config.ts";
import type { Clients } from "../../platform/clients.ts";
import type { Stores } from "../../stores.ts";
import { callerOf } from "../accounts/http.ts";
import { createEntityListReader } from "./adapters/create-entity-list-reader.ts";

interface EntityParts {
  readonly config: Pick<GatewayConfig, "bodies">;
  readonly stores: Pick<Stores, "entityLists">;
  readonly clients: Pick<Clients, "trust">;
  readonly onChanged: GatewayDeps["entityLists"]["onChanged"];
  readonly log: Logger;
  readonly nowMs: Clock;
}

export function createEntitiesModule({ config, stores, clients, log, ...rest }: EntityParts) {
  const reader = createEntityListReader((error) => log.error("list_thread_failed", { error }));
  const listBodies = sharedBodyBudget(config.bodies.entityLists, "rate_limited");
  const entityLists: GatewayDeps["entityLists"] = {
    ...rest,
    lists: stores.entityLists,
    ownerOf: callerOf,
    reader,
    bodyBudget: listBodies(),
    trust: clients.trust,
    random: systemRandomBytes,
  };
  return { entityLists, listBodies, close: reader.close };
}
