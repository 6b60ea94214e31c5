export { applyDefinitions } from "./rabbitmq/apply-definitions.ts";
export { declareTopology } from "./rabbitmq/declare-topology.ts";
export { type BrokerUser, rabbitmqDefinitions } from "./rabbitmq/definitions.ts";
export type { BrokerRole } from "./rabbitmq/layout.ts";
export {
  AUDIT,
  AUDIT_DEAD_LETTERS,
  DEAD_LETTERS,
  JOBS,
  RESULTS,
  type Road,
} from "./rabbitmq/names.ts";
