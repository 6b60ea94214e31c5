import { openContext } from "./open-context.ts";
import { type RabbitmqNode, startRabbitmqNode } from "./rabbitmq-node.ts";

export type OwnRabbitmq = Pick<RabbitmqNode, "amqpUrl" | "managementUrl" | "restart" | "stop">;

/**
 * Starts a separate broker. Returns undefined if its programs are not installed. @throws Error when
 * it does not start
 */
export async function startOwnRabbitmq(
  env: Readonly<Record<string, string | undefined>>,
): Promise<OwnRabbitmq | undefined> {
  const context = await openContext(env);
  const node = await startRabbitmqNode(context).catch((error: unknown) => {
    context.close();
    throw error;
  });
  if (node === undefined) {
    context.close();
    return undefined;
  }
  return {
    ...node,
    async stop() {
      await node.stop();
      context.close();
    },
  };
}
