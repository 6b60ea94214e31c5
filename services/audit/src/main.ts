import { runMain } from "@veil/telemetry";
import { runCommand } from "./commands/run-command.ts";

await runMain("audit", () => runCommand(process.argv[2] ?? "serve", process.env));
