import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import { ApiError } from "@veil/contracts/errors";
import { checkedJson } from "@veil/contracts/parsing";
import { type Static, Type } from "typebox";
import type { Cli } from "../program/cli.ts";
import { usageError } from "../program/command-error.ts";

const ConfigFile = Type.Object(
  {
    url: Type.Optional(Type.String()),
    api_key: Type.Optional(Type.String()),
    admin_key: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
export type ConfigFile = Static<typeof ConfigFile>;

const parse = checkedJson(ConfigFile);
const OTHERS_ACCESS = 0o077;

export interface LoadedConfig {
  readonly file: string;
  readonly values: ConfigFile;
}

/**
 * Reads the configuration file. A file that the user named must exist; the default file may be
 * missing.
 * @throws CommandError
 */
export async function readConfigFile(
  { env, home }: Pick<Cli, "env" | "home">,
  named: string | undefined,
): Promise<LoadedConfig> {
  const file = named ?? defaultFile(env, home);
  let handle: FileHandle;
  try {
    handle = await open(file, "r");
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === "ENOENT" && named === undefined) return { file, values: {} };
    throw usageError(`the configuration cannot be read: ${message}`, { cause });
  }
  try {
    await requirePrivate(handle, file);
    return { file, values: parsed(await handle.readFile("utf8"), file) };
  } finally {
    await handle.close();
  }
}

function defaultFile(env: Cli["env"], home: string): string {
  const named = env["XDG_CONFIG_HOME"] ?? "";
  // Ignores a relative path, as the XDG specification requires.
  const folder = path.isAbsolute(named) ? named : path.join(home, ".config");
  return path.join(folder, "veil", "config.json");
}

/** Checks owner and mode of the open file, so that the checked file is the one that is read. */
async function requirePrivate(handle: FileHandle, file: string): Promise<void> {
  const stats = await handle.stat();
  if (!stats.isFile()) throw usageError(`${file} is not a file`);
  const own = process.getuid?.();
  // Systems without user ids have no file modes.
  if (own === undefined) return;
  if (stats.uid !== own)
    throw usageError(`${file} belongs to another user; use a file of your own`);
  if ((stats.mode & OTHERS_ACCESS) !== 0)
    throw usageError(`${file} can be accessed by other users, and may contain keys`, {
      hint: `chmod 600 ${quoted(file)}`,
    });
}

function parsed(text: string, file: string): ConfigFile {
  try {
    return parse(text);
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    throw usageError(`${file}: ${cause.message}`, {
      cause,
      hint: 'the file is {"url": "…", "api_key": "…", "admin_key": "…"}, each of them optional',
    });
  }
}

function quoted(file: string): string {
  return /^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", `'\\''`)}'`;
}
