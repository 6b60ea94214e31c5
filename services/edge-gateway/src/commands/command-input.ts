import { readFileSync } from "node:fs";
import { ConfigurationError } from "@veil/service-kit/config";
import { createLogger, type Logger } from "@veil/service-kit/telemetry";

/** Creates a logger for warnings only, because commands print their result. */
export function commandLog(): Logger {
  return createLogger({ service: "edge-gateway", level: "warn" });
}

export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Runs `parse` and converts errors of the argument parser into messages that may be printed. */
export function parsed<T>(usage: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (typeof code !== "string" || !code.startsWith("ERR_PARSE_ARGS")) throw error;
    throw new ConfigurationError(`Bad arguments. ${usage}`);
  }
}

export function readTextFile(option: string, path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    throw new ConfigurationError(`${option} names a file that cannot be read`);
  }
}

/** Parses a date or a time in UTC. @throws ConfigurationError when the text is neither */
export function readDate(option: string, text: string): Date {
  const date = new Date(text);
  const form = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z)?$/;
  if (!form.test(text) || Number.isNaN(date.getTime()))
    throw new ConfigurationError(`${option} must be a date such as 2027-01-31, in UTC`);
  return date;
}
