import { ConfigurationError } from "../config/index.ts";
import { createLogger } from "./logger.ts";

/**
 * Runs `main`. On a configuration error, prints it and exits with 2. On any other error, exits with
 * 1 and does not print the message, because it might contain a value.
 */
export async function runMain(service: string, main: () => Promise<void>): Promise<void> {
  const log = createLogger({ service, level: "info" });
  const crash = (error: unknown) => {
    log.error("crashed", { error });
    process.exit(1);
  };
  process.on("uncaughtException", crash);
  process.on("unhandledRejection", crash);
  try {
    await main();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) return crash(error);
    process.stderr.write(`${service}: ${error.message}\n`);
    process.exit(2);
  }
}
