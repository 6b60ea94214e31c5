import { rabbitmqManagement, type StackBroker } from "@veil/local-stack";
import { queuesOf, waitingMessages } from "@veil/local-stack/inspection";
import { until } from "@veil/testing";

interface User {
  readonly password_hash: string;
  readonly hashing_algorithm: string;
  readonly tags: readonly string[] | string;
}

/**
 * The connections of a stack: three of the gateway, two of the worker, and one of the audit
 * service.
 */
const CONNECTIONS = 6;

export function brokerOf(broker: StackBroker | undefined) {
  if (broker === undefined) throw new Error("This profile has no broker");
  const { managementUrl, vhost } = broker;
  const manage = rabbitmqManagement(managementUrl);

  /**
   * Closes all connections. Waits for them first, because the broker lists a connection only some
   * seconds after it was opened.
   */
  async function closeConnections(): Promise<void> {
    const list = await until("the broker shows all connections", async () => {
      const path = `/vhosts/${vhost}/connections`;
      const shown = (await manage("GET", path)) as { name: string }[];
      return shown.length >= CONNECTIONS && shown;
    });
    for (const { name } of list) await manage("DELETE", `/connections/${encodeURIComponent(name)}`);
  }

  return {
    queues: () => queuesOf(broker),
    closeConnections,
    declare: (queue: string) => manage("PUT", `/queues/${vhost}/${queue}`, { durable: true }),
    async put(queue: string, payload: string): Promise<void> {
      const message = { routing_key: queue, payload, payload_encoding: "string", properties: {} };
      await manage("POST", `/exchanges/${vhost}/amq.default/publish`, message);
    },
    waiting: (only?: string) => waitingMessages(broker, only),
    /**
     * Makes the broker unavailable to the services of this vhost until the returned function is
     * called.
     */
    async lockOut(): Promise<() => Promise<void>> {
      const names = ["gateway", "worker", "audit"].map((role) => `${vhost}_${role}`);
      const users = await Promise.all(
        names.map(async (name) => [name, (await manage("GET", `/users/${name}`)) as User] as const),
      );
      const set = (name: string, user: object) => manage("PUT", `/users/${name}`, user);
      for (const [name, { tags }] of users) await set(name, { password: "locked-out", tags });
      await closeConnections();
      return async () => {
        for (const [name, user] of users) await set(name, user);
      };
    },
  };
}
