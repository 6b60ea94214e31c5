import type { RandomBytes } from "@veil/crypto";
import { rabbitmqDefinitions } from "@veil/transport/topology";
import type { DeploymentSecrets } from "./deployment-secrets.ts";

/**
 * Returns RabbitMQ's definitions with the users, permissions, exchanges, queues and bindings of a
 * deployment.
 */
export function brokerDefinitions({ passwords }: DeploymentSecrets, random: RandomBytes): string {
  const user = (name: "gateway" | "worker" | "audit") => ({
    name,
    password: passwords[`rabbitmq-${name}`],
  });
  const users = { gateway: user("gateway"), worker: user("worker"), audit: user("audit") };
  return JSON.stringify(rabbitmqDefinitions({ users, randomBytes: random }));
}
