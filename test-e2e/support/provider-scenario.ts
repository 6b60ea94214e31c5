import type { Simulator } from "@veil/upstream-simulator";
import type { Dialect } from "./own-providers.ts";
import type { World } from "./world.ts";

/** A provider with one of the wire formats, and customers who use it. */
export interface Side {
  readonly world: () => World;
  readonly dialect: Dialect;
  readonly provider: () => Simulator;
  readonly customer: World["customer"];
}
