import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";

export interface AgentFolder {
  /** The folder in which the agent works. */
  readonly project: string;
  /** The agent's home, which contains its configuration. */
  readonly home: string;
  remove(): void;
}

/** Creates the folders of an agent, with these files in its project. */
export function createAgentFolder(files: Readonly<Record<string, string>>): AgentFolder {
  const folder = mkdtempSync(path.join(tmpdir(), "veil-agent-"));
  const [project, home] = [path.join(folder, "project"), path.join(folder, "home")];
  mkdirSync(project);
  mkdirSync(home);
  for (const [name, content] of Object.entries(files))
    writeFileSync(path.join(project, name), content);
  return { project, home, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export interface AgentRun {
  readonly code: number | null;
  /** What the agent wrote to its output and its error output. */
  readonly said: string;
}

/**
 * Runs a coding agent until it ends. The process inherits no variables, because a proxy variable
 * would divert its requests.
 */
export async function runAgent(
  program: string,
  args: readonly string[],
  { project, home }: AgentFolder,
  env: Readonly<Record<string, string>>,
): Promise<AgentRun> {
  const child = spawn(program, args, {
    cwd: project,
    env: { HOME: home, PATH: "/usr/local/bin:/usr/bin:/bin", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await once(child, "close")) as [number | null];
  return { code, said: (await said).join("\n") };
}
