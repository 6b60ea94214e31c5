import type { Cli } from "./cli.ts";
import { usageError } from "./command-error.ts";

const KEY_FORMS: readonly (readonly [form: RegExp, what: string])[] = [
  [/(?:svc|gw_live)_[0-9A-Za-z]{20}/, "an API key"],
  [/(?<![0-9A-Za-z])sk-(?=[A-Za-z_-]*\d)[0-9A-Za-z_-]{16}/, "a provider key"],
];

/** Matches options for keys, which other programs accept but this one refuses. */
const KEY_OPTION = /^--?(api-?key|admin-?key|provider-?key|key|token|password|secret)(?:=|$)/i;

const SECRET_VARIABLES = ["VEIL_API_KEY", "VEIL_ADMIN_KEY", "VEIL_UPSTREAM_KEY"] as const;
const SHORTEST_SECRET = 8;

/**
 * Refuses keys in arguments, because every user of the machine can read a process's arguments, and
 * shells keep them in their history.
 * @throws CommandError whose message does not contain the argument
 */
export function refuseKeys({ args, env }: Pick<Cli, "args" | "env">): void {
  for (const argument of args) {
    const found = keyIn(argument, env);
    if (found !== undefined)
      throw usageError(
        `an argument ${found}. Every user of this machine can read the arguments of a process, and shells keep them`,
        {
          hint:
            "put keys into VEIL_API_KEY and VEIL_ADMIN_KEY or into the configuration file, passwords and provider " +
            "keys into a file; a key that was an argument should be rotated",
        },
      );
  }
}

function keyIn(argument: string, env: Cli["env"]): string | undefined {
  const named = KEY_OPTION.exec(argument)?.[1];
  if (named !== undefined) return `is the option --${named.toLowerCase()}, which does not exist`;
  for (const [form, what] of KEY_FORMS) if (form.test(argument)) return `looks like ${what}`;
  const variable = SECRET_VARIABLES.find((name) => {
    const secret = env[name]?.trim() ?? "";
    return secret.length >= SHORTEST_SECRET && argument.includes(secret);
  });
  return variable === undefined ? undefined : `contains the value of ${variable}`;
}
