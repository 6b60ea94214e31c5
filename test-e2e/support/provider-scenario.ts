import type { Simulator } from "@veil/upstream-simulator";
import type { Dialect } from "./own-providers.ts";
import type { Scenario } from "./scenario.ts";

export interface ProviderScenario {
  readonly scenario: () => Scenario;
  readonly dialect: Dialect;
  readonly provider: () => Simulator;
  readonly customer: Scenario["customer"];
}
