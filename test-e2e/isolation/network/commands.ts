import { execFile, execFileSync } from "node:child_process";

/** Runs a program of the system with `input`. @returns what it wrote. @throws Error with what it complained of. */
export function command(program: string, args: readonly string[], input = ""): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      program,
      [...args],
      { maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(new Error(`${program} ${args.slice(0, 6).join(" ")}: ${stderr.trim()}`));
      },
    );
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
  });
}

/** Several commands of `ip`, one a line, in one process. */
export function ipBatch(args: readonly string[], lines: readonly string[]): Promise<string> {
  return command("ip", [...args, "-b", "-"], `${lines.join("\n")}\n`);
}

/** What an isolated network cannot do without, of what this machine lacks. */
export function missingForNamespaces(programs: readonly string[]): readonly string[] {
  const root = process.getuid?.() === 0 ? [] : ["root"];
  return [...root, ...programs.filter((program) => !isInstalled(program))];
}

function isInstalled(program: string): boolean {
  try {
    execFileSync("/bin/sh", ["-c", 'command -v "$1"', "sh", program], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
