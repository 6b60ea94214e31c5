import type { Cli } from "../program/cli.ts";
import { usageError } from "../program/command-error.ts";
import { type ConfigFile, type LoadedConfig, readConfigFile } from "./config-file.ts";
import { DEFAULT_URL, gatewayUrl } from "./gateway-url.ts";

/** The options that `gatewayLeaf` adds to a command. */
export interface GatewayOptions {
  readonly url?: string | undefined;
  readonly config?: string | undefined;
  readonly allowPlainHttp?: true | undefined;
  readonly timeout: number;
  readonly json?: true | undefined;
}

export interface Key {
  readonly value: string;
  /** Where the key is from, for messages. */
  readonly source: string;
}

export interface Settings {
  readonly url: URL;
  readonly timeoutSeconds: number;
  /** Returns the key. @throws CommandError when none is set */
  readonly apiKey: () => Key;
  /** Returns the key. @throws CommandError when none is set */
  readonly adminKey: () => Key;
}

/**
 * Reads the settings. Options take precedence over variables, and variables over the configuration
 * file.
 * @throws CommandError
 */
export async function readSettings(cli: Cli, options: GatewayOptions): Promise<Settings> {
  const config = await readConfigFile(cli, options.config);
  return {
    url: urlOf(cli, options, config),
    timeoutSeconds: options.timeout,
    apiKey: () => keyOf(cli, config, "VEIL_API_KEY", "api_key"),
    adminKey: () => keyOf(cli, config, "VEIL_ADMIN_KEY", "admin_key"),
  };
}

function urlOf({ env }: Cli, options: GatewayOptions, { file, values }: LoadedConfig): URL {
  const candidates = [
    [options.url, "--url"],
    [env["VEIL_URL"], "VEIL_URL"],
    [values.url, `url in ${file}`],
  ] as const;
  for (const [text, source] of candidates)
    if (text) return gatewayUrl(text, source, options.allowPlainHttp === true);
  return new URL(DEFAULT_URL);
}

function keyOf(
  { env }: Cli,
  { file, values }: LoadedConfig,
  variable: string,
  field: keyof ConfigFile,
): Key {
  const candidates = [
    [env[variable], variable],
    [values[field], `${field} in ${file}`],
  ] as const;
  for (const [text = "", source] of candidates) {
    const value = text.trim();
    if (value === "") continue;
    if (!/^[\x21-\x7e]+$/.test(value))
      throw usageError(`${source} is not a key: it has characters that no key has`);
    return { value, source };
  }
  throw usageError(`${variable} is not set`, {
    hint: `set ${variable}, or ${field} in ${file} (mode 0600); a key is never an argument`,
  });
}
