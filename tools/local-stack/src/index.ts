export { composeSecrets } from "./deployment/compose-secrets.ts";
export {
  type DeploymentSecrets,
  makeDeploymentSecrets,
  type SecretFiles,
} from "./deployment/deployment-secrets.ts";
export { kubernetesSecrets } from "./deployment/kubernetes-secrets.ts";
export { managedSecrets } from "./deployment/managed-secrets.ts";
export { REDIS_GATEWAY_RIGHTS } from "./deployment/redis-users.ts";
export { type BoundedDisk, reasonAgainstDisks } from "./infra/bounded-disk.ts";
export { type EncryptedServers, startEncryptedServers } from "./infra/encrypted-servers.ts";
export { type OwnRabbitmq, startOwnRabbitmq } from "./infra/own-rabbitmq.ts";
export { type OwnServers, startOwnServers } from "./infra/own-servers.ts";
export { type Manage, rabbitmqManagement } from "./infra/rabbitmq-management.ts";
export type { CrashableServer } from "./infra/start-program.ts";
export { PortBlock } from "./ports/port-block.ts";
export {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "./postgres/start-embedded-postgres.ts";
export { dataInHeap, foundInHeap, usedHeap } from "./process/inspector.ts";
export { provisionArguments } from "./stack/gateway-commands.ts";
export { isUp } from "./stack/is-up.ts";
export type {
  Profile,
  ProviderSettings,
  ProvisionedCustomer,
  ProvisionOptions,
  Replica,
  Servers,
  Stack,
  StackBroker,
  StackDatabases,
  StackOptions,
  StackSimulator,
  UnexpectedExit,
} from "./stack/stack.ts";
export { startStack } from "./stack/start-stack.ts";
