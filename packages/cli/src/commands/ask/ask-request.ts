import type { ProxyRequest } from "@veil/contracts/public/proxy";
import type { Cli } from "../../program/cli.ts";
import { usageError } from "../../program/command-error.ts";
import { inputText, readText } from "../input-text.ts";

interface AskOptions {
  readonly file?: string | undefined;
  readonly template: string;
  readonly context: Readonly<Record<string, string>>;
  readonly model?: string | undefined;
  readonly maxTokens?: number | undefined;
  readonly temperature?: number | undefined;
  readonly language?: "en" | "de" | undefined;
  readonly relink: boolean;
}

const TEXT = "text";

/**
 * Returns the body of the request. The text is a variable, never part of the template, because the
 * gateway sanitizes only variables.
 */
export async function askRequest(
  cli: Cli,
  argument: string | undefined,
  options: AskOptions,
): Promise<ProxyRequest> {
  const { template, context: files, relink, model, maxTokens, temperature, language } = options;
  if (Object.hasOwn(files, TEXT)) throw usageError("{text} is TEXT or --file, not a --context");
  const context: Record<string, string> = {};
  if (argument !== undefined || options.file !== undefined || template.includes(`{${TEXT}}`))
    context[TEXT] = await inputText(cli, argument, options.file);
  for (const [name, file] of Object.entries(files)) context[name] = await readText(cli, file);
  return {
    prompt_template: template,
    context,
    ...definedOnly({ model, max_tokens: maxTokens, temperature, language }),
    ...(!relink && { relink_response: false }),
  };
}

function definedOnly<T extends object>(fields: T) {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
