import { runMain } from "@veil/service-kit/telemetry";
import { runCommand } from "./commands/run-command.ts";

const [command = "serve", ...args] = process.argv.slice(2);
await runMain("audit", () => runCommand(command, process.env, args));
