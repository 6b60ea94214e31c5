import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import path from "node:path";
import { checkedJson } from "@veil/contracts/parsing";
import { Type } from "typebox";
import { writeSecret } from "../kept-secret.ts";
import { runModule } from "../process/run-module.ts";
import { mainModule } from "../repository-root.ts";
import { ownerEnvironment, type StackPlan, serviceEnvironment } from "./service-settings.ts";
import type { ProvisionedCustomer, ProvisionOptions } from "./stack.ts";

const parseFacts = checkedJson(Type.Object({ api_key: Type.String(), customer_id: Type.String() }));

const GATEWAY = mainModule("services/edge-gateway");

export async function migrateDatabases(plan: StackPlan): Promise<void> {
  const audit = mainModule("services/audit");
  await Promise.all([
    runModule([GATEWAY, "migrate"], { env: ownerEnvironment("edge-gateway", plan) }),
    runModule([audit, "migrate"], { env: ownerEnvironment("audit", plan) }),
  ]);
}

export async function provisionCustomer(
  plan: StackPlan,
  options: ProvisionOptions,
): Promise<ProvisionedCustomer> {
  const { providerKey } = options;
  const id = randomBytes(6).toString("hex");
  const keyFile = path.join(plan.stateDir, "secrets", `provider-key-${id}`);
  if (providerKey !== undefined) writeSecret(keyFile, providerKey);
  try {
    const env = serviceEnvironment("edge-gateway", plan);
    const args = [GATEWAY, "provision", "--json", ...provisionArguments(options, keyFile)];
    const facts = parseFacts(await runModule(args, { env }));
    return { apiKey: facts.api_key, customerId: facts.customer_id };
  } finally {
    rmSync(keyFile, { force: true });
  }
}

export function provisionArguments(options: ProvisionOptions, keyFile: string): readonly string[] {
  const { tier, email = freshEmail(), managedAi, developer, family, licenseExpires } = options;
  const values: readonly (readonly [string, string | undefined])[] = [
    ["--email", email],
    ["--tier", tier],
    ["--managed-ai", managedAi === undefined ? undefined : String(managedAi)],
    ["--provider-key-file", options.providerKey === undefined ? undefined : keyFile],
    ["--family", family],
    ["--license-expires", licenseExpires],
  ];
  const given = values.flatMap(([option, value]) => (value === undefined ? [] : [option, value]));
  return developer === true ? [...given, "--developer"] : given;
}

const KEY_ID = /^(?:svc_|gw_live_)([0-9A-Za-z]{8})/;

/** Sets the entity policy of a key. @throws Error with the command's output */
export async function setEntityPolicy(
  plan: StackPlan,
  apiKey: string,
  policy: object,
): Promise<string> {
  const [, keyId = ""] = KEY_ID.exec(apiKey) ?? [];
  const file = path.join(plan.stateDir, "secrets", `policy-${randomBytes(6).toString("hex")}`);
  writeSecret(file, JSON.stringify(policy));
  try {
    const env = serviceEnvironment("edge-gateway", plan);
    return await runModule([GATEWAY, "entity-policy", "--key-id", keyId, "--file", file], { env });
  } finally {
    rmSync(file, { force: true });
  }
}

/** Deletes data whose retention has ended. */
export function sweepDatabase(plan: StackPlan): Promise<string> {
  return runModule([GATEWAY, "sweep"], { env: serviceEnvironment("edge-gateway", plan) });
}

function freshEmail(): string {
  return `customer-${randomBytes(8).toString("hex")}@example.org`;
}
