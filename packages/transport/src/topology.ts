export { applyDefinitions } from "./rabbitmq/apply-definitions.ts";
export { declareTopology } from "./rabbitmq/declare-topology.ts";
export { type BrokerUser, rabbitmqDefinitions } from "./rabbitmq/definitions.ts";
export { type BrokerRole, QUEUES } from "./rabbitmq/layout.ts";
export {
  AUDIT,
  AUDIT_DEAD_LETTERS,
  type Binding,
  DEAD_LETTERS,
  JOBS,
  RESULTS,
} from "./rabbitmq/names.ts";
