import { serveUntilSignal } from "@veil/http-kit";
import { runMain } from "@veil/telemetry";
import { createBridge } from "./bridge.ts";
import { readConfig } from "./config.ts";

await runMain("bridge", async () => {
  const config = readConfig(process.env);
  await serveUntilSignal(createBridge(config), config);
});
