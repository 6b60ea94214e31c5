import { randomBytes } from "node:crypto";
import { systemRandomBytes } from "@veil/crypto";
import { applyDefinitions, type BrokerRole, rabbitmqDefinitions } from "@veil/transport/topology";
import { rabbitmqManagement } from "../../infra/rabbitmq-management.ts";
import type { StackBroker } from "../stack.ts";

export interface BrokerAccess extends StackBroker {
  readonly gatewayUrl: string;
  readonly workerUrl: string;
  readonly auditUrl: string;
  drop(): Promise<void>;
}

interface BrokerOptions {
  /** The server's URL, which contains an administrator's credentials. */
  readonly rabbitmqUrl: string;
  readonly managementUrl: string | undefined;
  readonly prefix: string;
}

const ROLES: readonly BrokerRole[] = ["gateway", "worker", "audit"];

export async function openBroker(options: BrokerOptions): Promise<BrokerAccess> {
  const { rabbitmqUrl, managementUrl = defaultManagementUrl(rabbitmqUrl), prefix: vhost } = options;
  const userOf = (role: BrokerRole) => ({
    name: `${vhost}_${role}`,
    password: randomBytes(24).toString("base64url"),
  });
  const users = { gateway: userOf("gateway"), worker: userOf("worker"), audit: userOf("audit") };
  const definitions = rabbitmqDefinitions({ users, vhost, randomBytes: systemRandomBytes });
  await applyDefinitions(managementUrl, definitions);
  await letAdministratorIn(managementUrl, vhost);
  const urlOf = (role: BrokerRole) => amqpUrl(rabbitmqUrl, vhost, users[role]);
  return {
    vhost,
    managementUrl,
    adminUrl: amqpUrl(rabbitmqUrl, vhost),
    gatewayUrl: urlOf("gateway"),
    workerUrl: urlOf("worker"),
    auditUrl: urlOf("audit"),
    async drop() {
      const manage = rabbitmqManagement(managementUrl);
      await manage("DELETE", `/vhosts/${vhost}`);
      for (const role of ROLES) await manage("DELETE", `/users/${users[role].name}`);
    },
  };
}

export function defaultManagementUrl(rabbitmqUrl: string): string {
  const { username, password, hostname } = new URL(rabbitmqUrl);
  return `http://${username}:${password}@${hostname}:15672`;
}

function amqpUrl(adminUrl: string, vhost: string, user?: { name: string; password: string }) {
  const url = new URL(adminUrl);
  url.pathname = `/${vhost}`;
  if (user === undefined) return url.href;
  url.username = user.name;
  url.password = user.password;
  return url.href;
}

/** Grants the administrator access to the vhost, because loading definitions does not. */
async function letAdministratorIn(managementUrl: string, vhost: string): Promise<void> {
  const { username } = new URL(managementUrl);
  const everything = { configure: ".*", write: ".*", read: ".*" };
  const manage = rabbitmqManagement(managementUrl);
  await manage("PUT", `/permissions/${vhost}/${username}`, everything);
}
