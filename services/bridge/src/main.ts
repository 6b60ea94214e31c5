import { serveUntilSignal } from "@veil/service-kit/http";
import { runMain } from "@veil/service-kit/telemetry";
import { createBridge } from "./bridge.ts";
import { readConfig } from "./config.ts";

await runMain("bridge", async () => {
  const config = readConfig(process.env);
  await serveUntilSignal(createBridge(config), config);
});
