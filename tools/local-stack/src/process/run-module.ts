import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

interface RunOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/**
 * Runs a Node program. @returns its standard output. @throws Error with the last lines of its
 * output when it fails
 */
export async function runModule(
  args: readonly string[],
  { env, timeoutMs = 600_000 }: RunOptions,
): Promise<string> {
  try {
    const { stdout } = await run(process.execPath, [...args], {
      env,
      timeout: timeoutMs,
      cwd: "/",
    });
    return stdout;
  } catch (error) {
    const { stdout = "", stderr = "", code } = error as Record<string, string | undefined>;
    const said = `${stdout}${stderr}`.trim().split("\n").slice(-10).join("\n");
    throw new Error(`${args.slice(0, 2).join(" ")} ended with ${code}:\n${said}`);
  }
}
