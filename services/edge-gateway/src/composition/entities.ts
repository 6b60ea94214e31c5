import type { Clock } from "@veil/contracts/clock";
import { systemRandomBytes } from "@veil/crypto";
import type { Logger } from "@veil/telemetry";
import type { GatewayConfig } from "../config.ts";
import type { GatewayDeps } from "../http/app.ts";
import { bodyBudget } from "../http/middleware/body-budget.ts";
import { callerOf } from "../modules/accounts/http.ts";
import { createEntityListReader } from "../modules/entities/adapters/create-entity-list-reader.ts";
import type { Clients } from "./clients.ts";
import type { Stores } from "./stores.ts";

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
  const entityLists: GatewayDeps["entityLists"] = {
    ...rest,
    lists: stores.entityLists,
    ownerOf: callerOf,
    reader,
    bodyBudget: bodyBudget(config.bodies.entityLists, "rate_limited"),
    trust: clients.trust,
    random: systemRandomBytes,
  };
  return { entityLists, close: reader.close };
}
