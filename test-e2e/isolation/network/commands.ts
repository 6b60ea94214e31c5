import { execFile, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";

/** Runs a program. @returns its output. @throws Error with its standard error */
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

export function ipBatch(args: readonly string[], lines: readonly string[]): Promise<string> {
  return command("ip", [...args, "-b", "-"], `${lines.join("\n")}\n`);
}

export function missingForNamespaces(programs: readonly string[]): readonly string[] {
  const lacking = programs.filter((program) => !isInstalled(program));
  // In a container, root may lack the capability for namespaces.
  const namespaces = succeeds("unshare", ["--net", "--mount", "true"]);
  return [...(namespaces ? [] : ["root, with the right to network namespaces"]), ...lacking];
}

export function debianPostgres(): string {
  const folder = "/usr/lib/postgresql";
  const versions = existsSync(folder) ? readdirSync(folder) : [];
  const [newest = "none"] = versions.toSorted((one, other) => Number(other) - Number(one));
  return `${folder}/${newest}/bin`;
}

function isInstalled(program: string): boolean {
  return succeeds("/bin/sh", ["-c", 'command -v "$1"', "sh", program]);
}

function succeeds(program: string, args: readonly string[]): boolean {
  const env = { PATH: `/usr/sbin:/usr/bin:/sbin:/bin:/usr/lib/rabbitmq/bin:${debianPostgres()}` };
  return spawnSync(program, [...args], { env, stdio: "ignore" }).status === 0;
}
