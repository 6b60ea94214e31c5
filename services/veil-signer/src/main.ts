import { serveUntilSignal } from "@veil/http-kit";
import { runMain } from "@veil/telemetry";
import { readConfig } from "./config.ts";
import { createVeilSigner } from "./veil-signer.ts";

await runMain("veil-signer", async () => {
  const config = readConfig(process.env);
  await serveUntilSignal(createVeilSigner(config), config);
});
