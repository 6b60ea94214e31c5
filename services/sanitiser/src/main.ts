import { serveUntilSignal } from "@veil/http-kit";
import { runMain } from "@veil/telemetry";
import { readConfig } from "./config.ts";
import { createSanitiser } from "./sanitiser.ts";

await runMain("sanitiser", async () => {
  const config = readConfig(process.env);
  await serveUntilSignal(createSanitiser(config), config);
});
