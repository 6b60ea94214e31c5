import type { Clock } from "@veil/contracts/clock";
import type { Logger, Metrics } from "@veil/telemetry";
import type { GatewayConfig } from "../config.ts";
import type { AccountSecrets } from "../modules/accounts/keys/account-secrets.ts";
import type { Authenticator } from "../modules/accounts/keys/authenticator.ts";
import type { CustomerId } from "../modules/accounts/keys/caller.ts";
import type { KeyManagement } from "../modules/accounts/keys/key-management.ts";
import type { HitStores } from "../modules/accounts/limits/create-hit-stores.ts";
import type { failedKeyLimit } from "../modules/accounts/middleware/hit-limit.ts";
import type { Clients } from "../platform/clients.ts";
import type { Stores } from "../stores.ts";

export interface AccountParts {
  readonly config: GatewayConfig;
  readonly stores: Pick<Stores, "accounts" | "apiKeys" | "usage" | "sessions" | "passwords">;
  readonly clients: Pick<Clients, "trust">;
  /** A key was revoked or replaced, or the customer deleted. */
  readonly onKeyEnded: (customerId: CustomerId) => void;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly nowMs: Clock;
}

export type OpenHitStore = HitStores["open"];

/** What operators' endpoints need of the accounts. */
export interface AccountsForOperators {
  readonly secrets: AccountSecrets;
  readonly keys: KeyManagement;
  readonly onFailedKey: ReturnType<typeof failedKeyLimit>;
  readonly hashPassword: (password: string) => Promise<string>;
  readonly onChanged: Authenticator["forgetCustomer"];
}
