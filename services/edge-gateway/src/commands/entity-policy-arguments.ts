import { parseArgs } from "node:util";
import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import { type KeyEntityPolicy, KeyEntityPolicyRequest } from "@veil/contracts/public/entity-policy";
import { ConfigurationError } from "@veil/service-kit/config";
import { policyOfKey } from "../modules/entities/domain/type-names.ts";
import { parsed, readTextFile } from "./command-input.ts";

export const ENTITY_POLICY_USAGE = `Usage: entity-policy --key-id ID --file POLICY.json | --clear | --show
What is replaced in requests with one key, and how far a request may loosen it. Replicas follow within five seconds.

  --key-id ID          the 8 characters after svc_ or gw_live_ in the key
  --file POLICY.json   {"types": {"ORGANIZATION": true}, "thresholds": {"PERSON": 0.5},
                        "may_keep": ["LOCATION"], "may_allow": false}, every member optional
  --clear              back to the default, which no request may loosen
  --show               print what is set, and change nothing
  --help`;

export interface EntityPolicyArguments {
  readonly keyId: string;
  readonly action:
    | { readonly kind: "set"; readonly policy: KeyEntityPolicy }
    | { readonly kind: "clear" }
    | { readonly kind: "show" };
}

const OPTIONS = {
  "key-id": { type: "string" },
  file: { type: "string" },
  clear: { type: "boolean", default: false },
  show: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

const parsePolicy = checked(KeyEntityPolicyRequest);

/**
 * @returns undefined when help was requested
 * @throws ConfigurationError without a value in its message
 */
export function readEntityPolicyArguments(
  argv: readonly string[],
): EntityPolicyArguments | undefined {
  const { values } = parsed(ENTITY_POLICY_USAGE, () =>
    parseArgs({ args: [...argv], options: OPTIONS }),
  );
  if (values.help) return undefined;
  const { "key-id": keyId = "", file, clear, show } = values;
  if (!/^[0-9A-Za-z]{8}$/.test(keyId))
    throw new ConfigurationError("--key-id must be the 8 characters after svc_ or gw_live_");
  if ([file !== undefined, clear, show].filter(Boolean).length !== 1)
    throw new ConfigurationError("Use exactly one of --file, --clear and --show");
  if (file !== undefined) return { keyId, action: { kind: "set", policy: readPolicy(file) } };
  return { keyId, action: { kind: clear ? "clear" : "show" } };
}

function readPolicy(file: string): KeyEntityPolicy {
  const text = readTextFile("--file", file);
  try {
    return policyOfKey(parsePolicy(JSON.parse(text)));
  } catch (error) {
    const why = error instanceof ApiError ? error.message : "it is not valid JSON";
    throw new ConfigurationError(`--file is not a valid policy: ${why}`);
  }
}
