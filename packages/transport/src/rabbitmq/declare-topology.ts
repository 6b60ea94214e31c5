import { connect } from "amqplib";
import { brokerTarget } from "./broker-target.ts";
import { QUEUES } from "./layout.ts";

/**
 * Declares exchanges, queues and bindings on a broker that is already there, as a user who may. Doing it
 * again changes nothing. Users and permissions are not set: see `rabbitmqDefinitions`.
 *
 * @throws Error when the broker cannot be reached, or has a queue of that name with other arguments.
 */
export async function declareTopology(adminUrl: string): Promise<void> {
  const { url, tls } = brokerTarget(adminUrl);
  const connection = await connect(url, { ...tls, noDelay: true, timeout: 5_000 });
  let failure: unknown;
  connection.on("error", (error) => {
    failure ??= error;
  });
  try {
    const channel = await connection.createChannel();
    channel.on("error", (error) => {
      failure ??= error;
    });
    for (const { road, arguments: args } of QUEUES) {
      await channel.assertExchange(road.exchange, "direct", { durable: true });
      await channel.assertQueue(road.queue, { durable: true, arguments: args });
      await channel.bindQueue(road.queue, road.exchange, road.exchange);
    }
    await channel.close();
  } finally {
    await connection.close().catch(() => undefined);
  }
  if (failure !== undefined) throw failure;
}
