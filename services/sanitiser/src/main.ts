import { serveUntilSignal } from "@veil/service-kit/http";
import { runMain } from "@veil/service-kit/telemetry";
import { readConfig } from "./config.ts";
import { createSanitiser } from "./sanitiser.ts";

await runMain("sanitiser", async () => {
  const config = readConfig(process.env);
  await serveUntilSignal(createSanitiser(config), config);
});
