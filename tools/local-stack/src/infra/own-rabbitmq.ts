import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PortBlock } from "../ports/port-block.ts";
import { Watchdog } from "../process/watchdog.ts";
import { type RabbitmqNode, startRabbitmqNode } from "./rabbitmq-node.ts";

export type OwnRabbitmq = Pick<RabbitmqNode, "amqpUrl" | "managementUrl" | "restart" | "stop">;

/** Returns undefined if the programs are not installed. @throws Error when it does not start */
export async function startOwnRabbitmq(
  env: Readonly<Record<string, string | undefined>>,
): Promise<OwnRabbitmq | undefined> {
  const folder = mkdtempSync(path.join(tmpdir(), "veil-rabbitmq-"));
  chmodSync(folder, 0o711);
  const watchdog = new Watchdog();
  const ports = await PortBlock.reserve();
  const clear = () => {
    watchdog.dismiss();
    ports.release();
    rmSync(folder, { recursive: true, force: true });
  };
  const node = await startRabbitmqNode({ env, folder, watchdog, ports }).catch((error: unknown) => {
    clear();
    throw error;
  });
  if (node === undefined) {
    clear();
    return undefined;
  }
  const { amqpUrl, managementUrl, restart } = node;
  return {
    amqpUrl,
    managementUrl,
    restart,
    async stop() {
      await node.stop();
      clear();
    },
  };
}
