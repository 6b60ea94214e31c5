import { serveUntilSignal } from "@veil/service-kit/http";
import { runMain } from "@veil/service-kit/telemetry";
import { readConfig } from "./config.ts";
import { createVeilSigner } from "./veil-signer.ts";

await runMain("veil-signer", async () => {
  const config = readConfig(process.env);
  await serveUntilSignal(createVeilSigner(config), config);
});
