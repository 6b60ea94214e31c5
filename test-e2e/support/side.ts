import type { Simulator } from "@veil/upstream-simulator";
import type { Dialect } from "./own-providers.ts";
import type { World } from "./world.ts";

/** Whose key, and which wire format. */
export interface Side {
  readonly world: () => World;
  readonly dialect: Dialect;
  readonly managed: boolean;
  readonly provider: () => Simulator;
  readonly customer: World["customer"];
}
