import type { TSchema } from "typebox";
import * as account from "../public/account.ts";
import * as adminPortal from "../public/admin/portal.ts";
import * as admin from "../public/admin.ts";
import * as audit from "../public/audit.ts";
import * as callPolicy from "../public/call-policy.ts";
import * as activity from "../public/compliance/activity.ts";
import * as dpia from "../public/compliance/dpia.ts";
import * as dsar from "../public/compliance/dsar.ts";
import * as evidence from "../public/compliance/evidence.ts";
import * as exposure from "../public/compliance/exposure.ts";
import * as posture from "../public/compliance/posture.ts";
import * as record from "../public/compliance/record.ts";
import * as entityLists from "../public/entity-lists.ts";
import * as entityPolicy from "../public/entity-policy.ts";
import * as keys from "../public/keys.ts";
import * as operator from "../public/operator.ts";
import * as providerKey from "../public/provider-key.ts";
import * as proxy from "../public/proxy.ts";
import * as registration from "../public/registration.ts";
import * as scan from "../public/scan.ts";
import * as sdkChat from "../public/sdk/chat.ts";
import * as mcp from "../public/sdk/mcp.ts";
import * as sdkMessages from "../public/sdk/messages.ts";
import * as sdkResponses from "../public/sdk/responses.ts";
import * as sdk from "../public/sdk.ts";
import * as session from "../public/session.ts";
import * as usageHistory from "../public/usage-history.ts";
import * as website from "../public/website.ts";
import * as signer from "../signer.ts";

const MODULES = [
  ...[account, admin, adminPortal, mcp, session, website],
  ...[activity, dpia, dsar, evidence, exposure, posture, record],
  ...[audit, callPolicy, entityLists, entityPolicy, keys, operator, providerKey, proxy],
  ...[registration, scan, sdk, sdkChat, sdkMessages, sdkResponses, signer, usageHistory],
];

/** Maps each exported schema object to the name of its export. */
const NAMES = new Map<unknown, string>(
  MODULES.flatMap((module) => Object.entries(module))
    .filter(([name, exported]) => /^[A-Z]/.test(name) && typeof exported === "object")
    .map(([name, schema]) => [schema, name]),
);

export interface PublishedSchemas {
  /** Returns a reference to the schema if it has a name, otherwise the schema itself. */
  publish(schema: TSchema): object;
  /** The schemas that references point to. */
  readonly components: Readonly<Record<string, unknown>>;
}

export function createPublishedSchemas(): PublishedSchemas {
  const components: Record<string, unknown> = {};

  function published(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(published);
    if (typeof value !== "object" || value === null) return value;
    const name = NAMES.get(value);
    if (name === undefined) return converted(value);
    if (!Object.hasOwn(components, name)) components[name] = converted(value);
    return { $ref: `#/components/schemas/${name}` };
  }

  function converted(schema: object): object {
    const values = constantsOf(schema);
    if (values !== undefined) return { type: "string", enum: values };
    return Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, published(part)]));
  }

  return { publish: (schema) => Object(published(schema)), components };
}

/**
 * Returns the values of a union that has only constants. The document shows such a union as an
 * enumeration, which is easier to read and which client generators turn into a type.
 */
function constantsOf(schema: object): readonly unknown[] | undefined {
  if (!("anyOf" in schema) || !Array.isArray(schema.anyOf)) return undefined;
  const options: readonly unknown[] = schema.anyOf;
  const values = options.map((option) => constantOf(option));
  return values.includes(undefined) ? undefined : values;
}

function constantOf(option: unknown): unknown {
  return typeof option === "object" && option !== null && "const" in option
    ? option.const
    : undefined;
}
