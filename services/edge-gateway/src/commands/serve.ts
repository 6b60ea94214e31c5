import type { Env } from "@veil/service-kit/config";
import { serveUntilSignal } from "@veil/service-kit/http";
import { readConfig } from "../config.ts";
import { createGateway } from "../gateway.ts";

export async function serveCommand(env: Env): Promise<void> {
  const config = readConfig(env);
  await serveUntilSignal(createGateway(config), config);
}
