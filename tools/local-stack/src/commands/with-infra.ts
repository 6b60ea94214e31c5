import { spawn } from "node:child_process";
import { constants } from "node:os";
import { openContext } from "../infra/open-context.ts";
import { type Infra, openInfra } from "../infra/open-infra.ts";
import { childExit } from "../process/child-exit.ts";
import { onStopRequest } from "../process/on-stop-request.ts";

const USAGE = `Usage: scripts/with-infra COMMAND [ARGUMENTS]
Runs a command with VEIL_TEST_POSTGRES_URL, VEIL_TEST_REDIS_URL, VEIL_TEST_RABBITMQ_URL and
VEIL_TEST_RABBITMQ_MANAGEMENT_URL set. Each server is taken from these variables, from its standard port on
this machine, from a Docker engine, or is started from installed programs in a temporary folder and stopped
afterwards. With VEIL_TEST_INFRA=required a server that cannot be started is an error.
`;
const NOT_FOUND = 127;

const [program, ...args] = process.argv.slice(2);
if (program === undefined) {
  process.stdout.write(USAGE);
  process.exit(2);
}
process.exitCode = await withInfra(program, args);

async function withInfra(command: string, commandArgs: readonly string[]): Promise<number> {
  const context = await openContext(process.env);
  // When this process exits, the watchdog stops the servers.
  const removeListener = onStopRequest(() => process.exit(130));
  const infra = await openInfra(context, printLine);
  removeListener();
  try {
    return await runWith(infra, command, commandArgs);
  } finally {
    await infra.stop();
    context.close();
  }
}

async function runWith(infra: Infra, command: string, commandArgs: readonly string[]) {
  if (infra.missing.length > 0 && process.env["VEIL_TEST_INFRA"] === "required") {
    printLine(`required, but not available: ${infra.missing.join(", ")}`);
    return 1;
  }
  const child = spawn(command, commandArgs, {
    env: { ...process.env, ...infra.variables },
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  const removeListener = onStopRequest((signal) => void child.kill(signal));
  const { code, signal } = await childExit(child);
  removeListener();
  if (code === NOT_FOUND) printLine(`cannot run ${command}`);
  return code ?? 128 + constants.signals[signal ?? "SIGTERM"];
}

function printLine(line: string): void {
  console.error(`infra: ${line}`);
}
