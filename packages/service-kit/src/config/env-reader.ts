import { readFileSync } from "node:fs";

export type Env = Readonly<Record<string, string | undefined>>;

/**
 * An error about settings. Its message names variables but contains no values, so it may be logged.
 */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}

/**
 * Reads settings from environment variables, and collects all problems, so that `done` can report
 * them at once.
 */
export class EnvReader {
  readonly #env: Env;
  readonly #problems: string[] = [];

  constructor(env: Env) {
    this.#env = env;
  }

  string(name: string, fallback?: string): string {
    return this.optional(name) ?? this.#orProblem(fallback, `${name} is required`, "");
  }

  optional(name: string): string | undefined {
    const value = this.#env[name];
    return value === "" ? undefined : value;
  }

  integer(
    name: string,
    fallback?: number,
    { min = 0, max = Number.MAX_SAFE_INTEGER } = {},
  ): number {
    const raw = this.optional(name);
    const value = raw === undefined ? fallback : Number(raw);
    const fits = Number.isSafeInteger(value) && (value ?? 0) >= min && (value ?? 0) <= max;
    if (!fits) this.#problems.push(`${name} must be an integer from ${min} to ${max}`);
    return value ?? 0;
  }

  boolean(name: string, fallback: boolean): boolean {
    const raw = this.optional(name) ?? String(fallback);
    if (raw !== "true" && raw !== "false") this.#problems.push(`${name} must be true or false`);
    return raw === "true";
  }

  oneOf<const T extends string>(name: string, values: readonly T[], fallback?: T): T {
    const raw = this.string(name, fallback);
    const value = values.find((candidate) => candidate === raw);
    return this.#orProblem(value, `${name} must be one of ${values.join(", ")}`, values[0] as T);
  }

  url(name: string, protocols: readonly string[], fallback?: string): string {
    const raw = this.string(name, fallback);
    if (raw !== "" && !(URL.canParse(raw) && protocols.includes(new URL(raw).protocol)))
      this.#problems.push(`${name} must be a URL that starts with ${protocols.join(" or ")}`);
    return raw;
  }

  list(name: string, fallback: readonly string[] = []): readonly string[] {
    const raw = this.optional(name);
    if (raw === undefined) return fallback;
    return raw
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "");
  }

  /**
   * Reads a secret from the file that `<name>_FILE` names. During development, the secret can be in
   * `name` itself.
   */
  secret(name: string): string {
    return this.optionalSecret(name) ?? this.#orProblem(undefined, `${name}_FILE is required`, "");
  }

  optionalSecret(name: string): string | undefined {
    const file = this.optional(`${name}_FILE`);
    return file === undefined ? this.optional(name) : this.#contentOf(`${name}_FILE`, file).trim();
  }

  file(name: string): string {
    const path = this.string(name);
    return path === "" ? "" : this.#contentOf(name, path);
  }

  /**
   * Reads and parses a file. An error that `parse` throws is reported as a problem, so its message
   * must not contain any of the text.
   */
  parsedFile<T>(name: string, parse: (text: string) => T): T {
    return this.#parsed(name, () => this.file(name), parse);
  }

  /** Works like `parsedFile`, for a secret. */
  parsedSecret<T>(name: string, parse: (text: string) => T): T {
    return this.#parsed(name, () => this.secret(name), parse);
  }

  #parsed<T>(name: string, read: () => string, parse: (text: string) => T): T {
    const problemsBefore = this.#problems.length;
    const text = read();
    try {
      if (this.#problems.length === problemsBefore) return parse(text);
    } catch (error) {
      this.#problems.push(`${name}: ${String((error as Partial<Error>).message)}`);
    }
    return undefined as T;
  }

  problem(text: string): void {
    this.#problems.push(text);
  }

  /** Must be called last. @throws ConfigurationError if there was any problem */
  done(): void {
    if (this.#problems.length > 0)
      throw new ConfigurationError(`Bad configuration: ${this.#problems.join("; ")}`);
  }

  #contentOf(name: string, path: string): string {
    try {
      return readFileSync(path, "utf8");
    } catch {
      this.#problems.push(`${name} names a file that cannot be read`);
      return "";
    }
  }

  #orProblem<T>(value: T | undefined, problem: string, placeholder: T): T {
    if (value === undefined) this.#problems.push(problem);
    return value ?? placeholder;
  }
}
