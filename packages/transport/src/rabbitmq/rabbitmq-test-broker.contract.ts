import { systemRandomBytes } from "@veil/crypto";
import {
  createRabbitmqVhost,
  createTcpProxy,
  infraUrl,
  type RabbitmqVhost,
  type TcpProxy,
} from "@veil/testing";
import { type ConfirmChannel, connect } from "amqplib";
import { applyDefinitions } from "./apply-definitions.ts";
import { rabbitmqDefinitions } from "./definitions.ts";
import type { BrokerRole } from "./layout.ts";
import { type Binding, DEAD_LETTERS } from "./names.ts";

export interface RabbitmqTestBroker {
  readonly vhost: RabbitmqVhost;
  readonly gateway: TcpProxy;
  /** Applies the definitions again. */
  define(): Promise<void>;
  urlOf(role: BrokerRole, proxy?: TcpProxy): string;
  proxy(): Promise<TcpProxy>;
  admin(): Promise<ConfirmChannel>;
  /** Returns one dead letter, by default of jobs and results, or undefined if there is none. */
  deadLetter(
    binding?: Binding,
  ): Promise<{ readonly text: string; readonly reason: unknown } | undefined>;
  close(): Promise<void>;
}

const PASSWORD = "a test's own";

export async function openRabbitmqTestBroker(managementUrl: string): Promise<RabbitmqTestBroker> {
  const amqpUrl = infraUrl("rabbitmq");
  if (amqpUrl === undefined) throw new Error("The AMQP URL of the broker is needed too");
  const vhost = await createRabbitmqVhost(managementUrl, amqpUrl);
  const user = (role: BrokerRole) => ({ name: `${vhost.name}-${role}`, password: PASSWORD });
  const users = { gateway: user("gateway"), worker: user("worker"), audit: user("audit") };
  const definitions = { users, vhost: vhost.name, randomBytes: systemRandomBytes };
  const define = () => applyDefinitions(managementUrl, rabbitmqDefinitions(definitions));
  await define();

  const { hostname: host, port } = new URL(amqpUrl);
  const proxies: TcpProxy[] = [];
  const proxy = async () => {
    const made = await createTcpProxy({ host, port: Number(port || 5672) });
    proxies.push(made);
    return made;
  };
  const connection = await connect(vhost.url);
  const admin = async () => {
    const channel = await connection.createConfirmChannel();
    return channel.on("error", () => undefined);
  };
  const reader = await admin();
  return {
    vhost,
    define,
    gateway: await proxy(),
    urlOf: (role, via) =>
      vhost.urlOf({
        user: users[role].name,
        password: PASSWORD,
        ...(via !== undefined && { port: via.port }),
      }),
    proxy,
    admin,
    async deadLetter({ queue } = DEAD_LETTERS) {
      const letter = await reader.get(queue, { noAck: true });
      if (letter === false) return undefined;
      const reason: unknown = letter.properties.headers?.["x-first-death-reason"];
      return { text: letter.content.toString(), reason };
    },
    async close() {
      await connection.close();
      await Promise.all(proxies.map((made) => made.cut()));
      await vhost.close();
    },
  };
}
