import { connect } from "amqplib";
import { brokerTarget } from "./broker-target.ts";
import { QUEUES } from "./layout.ts";

/**
 * Declares exchanges, queues and bindings. It is idempotent. Users and permissions are in
 * `rabbitmqDefinitions`.
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
    for (const { binding, arguments: args } of QUEUES) {
      await channel.assertExchange(binding.exchange, "direct", { durable: true });
      await channel.assertQueue(binding.queue, { durable: true, arguments: args });
      await channel.bindQueue(binding.queue, binding.exchange, binding.exchange);
    }
    await channel.close();
  } finally {
    await connection.close().catch(() => undefined);
  }
  if (failure !== undefined) throw failure;
}
