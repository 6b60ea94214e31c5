import { createHash } from "node:crypto";
import type { RandomBytes } from "@veil/crypto";
import { BOUNDS, type BrokerRole, PERMISSIONS, QUEUES } from "./layout.ts";

export interface BrokerUser {
  readonly name: string;
  readonly password: string;
}

interface DefinitionsOptions {
  readonly users: Readonly<Record<BrokerRole, BrokerUser>>;
  readonly randomBytes: RandomBytes;
  readonly vhost?: string;
}

/**
 * Returns a definitions document (RabbitMQ documentation, "Schema Definition Export and Import").
 */
export function rabbitmqDefinitions({
  users,
  randomBytes,
  vhost = "/",
}: DefinitionsOptions): object {
  const roles = Object.keys(PERMISSIONS) as BrokerRole[];
  return {
    vhosts: [{ name: vhost }],
    users: roles.map((role) => ({
      name: users[role].name,
      password_hash: passwordHash(users[role].password, randomBytes),
      hashing_algorithm: "rabbit_password_hashing_sha256",
      tags: "",
    })),
    permissions: roles.map((role) => ({ user: users[role].name, vhost, ...PERMISSIONS[role] })),
    exchanges: QUEUES.map(({ binding }) => ({
      name: binding.exchange,
      vhost,
      type: "direct",
      durable: true,
      auto_delete: false,
      internal: false,
      arguments: {},
    })),
    queues: QUEUES.map(({ binding, arguments: args }) => ({
      name: binding.queue,
      vhost,
      durable: true,
      auto_delete: false,
      arguments: args,
    })),
    bindings: QUEUES.map(({ binding }) => ({
      source: binding.exchange,
      vhost,
      destination: binding.queue,
      destination_type: "queue",
      routing_key: binding.exchange,
      arguments: {},
    })),
    policies: [{ ...BOUNDS, vhost, "apply-to": "queues", priority: 0 }],
  };
}

/** Returns the salted hash of a password (RabbitMQ documentation, "Passwords"). */
function passwordHash(password: string, randomBytes: RandomBytes): string {
  const salt = randomBytes(4);
  const digest = createHash("sha256").update(salt).update(password, "utf8").digest();
  return Buffer.concat([salt, digest]).toString("base64");
}
