import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe } from "@jest/globals";
import type { ServiceName } from "@veil/crypto";
import {
  type Profile,
  type ProvisionedCustomer,
  type ProvisionOptions,
  type Servers,
  type Stack,
  startStack,
} from "@veil/local-stack";
import { describeWhere, infraUrl } from "@veil/testing";
import { type Simulator, startSimulator } from "@veil/upstream-simulator";
import { type Gateway, gatewayAt } from "./clients/gateway.ts";

export type StackEnv = Partial<Record<ServiceName, Readonly<Record<string, string>>>>;

export interface Scenario {
  readonly stack: Stack;
  readonly gateway: Gateway;
  readonly simulator: Simulator;
  /** Creates a customer, in the free tier unless `options` specify another. */
  customer(options?: ProvisionOptions): Promise<ProvisionedCustomer>;
  customerWithKey(providerKey: string): Promise<ProvisionedCustomer>;
}

interface ScenarioOptions {
  readonly env?: (profile: Profile) => StackEnv;
  /** Returns servers to use instead of those that were found. Called when the stack starts. */
  readonly servers?: () => Partial<Servers>;
  /**
   * Returns the folder of the services' certificates. Called when the stack starts. Default: plain
   * HTTP.
   */
  readonly certificatesDir?: () => string;
}

type Suite = (scenario: () => Scenario, profile: Profile) => void;

/** Defines the suite for both profiles. Each stack starts before its first test. */
export function describeProfiles(name: string, suite: Suite, options: ScenarioOptions = {}): void {
  describe(`${name} (embedded)`, () => suite(openScenario("embedded", options), "embedded"));
  describeCluster(`${name} (cluster)`, () => suite(openScenario("cluster", options), "cluster"));
}

export function describeEmbeddedOnly(
  name: string,
  suite: Suite,
  options: ScenarioOptions = {},
): void {
  describe(`${name} (embedded)`, () => suite(openScenario("embedded", options), "embedded"));
}

export function describeClusterOnly(
  name: string,
  suite: Suite,
  options: ScenarioOptions = {},
): void {
  describeCluster(`${name} (cluster)`, () => suite(openScenario("cluster", options), "cluster"));
}

function describeCluster(name: string, suite: () => void): void {
  const kinds = ["postgres", "redis", "rabbitmq"] as const;
  const missing = kinds.filter((server) => infraUrl(server) === undefined);
  describeWhere(missing.length === 0, name, missing.join(", "), suite);
}

function openScenario(profile: Profile, options: ScenarioOptions): () => Scenario {
  let scenario: Scenario | undefined;
  beforeAll(async () => {
    scenario = await startScenario(profile, options);
  });
  afterAll(async () => {
    const { stack, gateway, simulator } = scenario ?? {};
    await gateway?.close();
    await stack?.stop();
    await simulator?.close();
    if (stack !== undefined) rmSync(stack.stateDir, { recursive: true, force: true });
  });
  return () => {
    if (scenario === undefined) throw new Error("The stack did not start");
    return scenario;
  };
}

async function startScenario(profile: Profile, options: ScenarioOptions): Promise<Scenario> {
  const { env, servers, certificatesDir } = options;
  const simulator = await startSimulator();
  const stack = await startStack({
    stateDir: mkdtempSync(path.join(tmpdir(), "veil-e2e-")),
    profile,
    ...(profile === "cluster" && { servers: { ...foundServers(), ...servers?.() } }),
    ...(certificatesDir && { certificatesDir: certificatesDir() }),
    simulator: { url: simulator.url },
    shutdownGraceMs: Number(GENEROUS_MS),
    env: withEasyLimits(env?.(profile)),
  }).catch(async (error: unknown) => {
    await simulator.close();
    throw error;
  });
  return scenarioOf(stack, gatewayAt(stack.gatewayUrl), simulator);
}

export function scenarioOf(stack: Stack, gateway: Gateway, simulator: Simulator): Scenario {
  return {
    stack,
    simulator,
    gateway,
    customer: (options) =>
      options === undefined
        ? registered(gateway)
        : stack.provision({ managedAi: true, ...options }),
    customerWithKey: (provider_key) => registered(gateway, { provider_key }),
  };
}

/**
 * The value for time-outs that are not under test: longer than any call on a busy machine, but
 * shorter than a test's time-out.
 */
export const GENEROUS_MS = "50000";

/**
 * Raises limits and time-outs, because all customers of a suite share one address and the machine
 * may be busy.
 */
export function withEasyLimits(env: StackEnv = {}): StackEnv {
  const limits = {
    WAIT_TIMEOUT_MS: GENEROUS_MS,
    BRIDGE_TIMEOUT_MS: GENEROUS_MS,
    SANITISER_TIMEOUT_MS: GENEROUS_MS,
    SCAN_TIMEOUT_MS: GENEROUS_MS,
    // This must exceed the sum of the time-outs above.
    REQUEST_TIMEOUT_MS: "300000",
    // The table of the interface lists this operation.
    RESPONSES_ENABLED: "true",
    REGISTRATIONS_PER_HOUR: "100000",
    COMPLIANCE_CALLS_PER_MINUTE: "100000",
    EVIDENCE_PACKS_PER_HOUR: "100000",
    PER_MINUTE_LIMIT_FREE: "1000",
    ACCOUNT_CALLS_PER_MINUTE: "100000",
    PREVIEWS_PER_MINUTE: "100000",
    OPEN_READS_PER_MINUTE: "100000",
    AUDIT_VIEWS_PER_MINUTE: "1000",
    // Lets a test choose the client address of each request.
    TRUST_PROXY: "1",
    // The host names that `requestHead` sends. The gateway needs them where it does not listen on
    // loopback itself.
    ALLOWED_HOSTS: "gateway,127.0.0.1",
  };
  return {
    ...env,
    "edge-gateway": { ...limits, ...env["edge-gateway"] },
    sanitiser: { SANITISER_ENGINE_TIMEOUT_MS: GENEROUS_MS, ...env["sanitiser"] },
  };
}

async function registered(gateway: Gateway, fields = {}): Promise<ProvisionedCustomer> {
  const body = { email: freshEmail(), ...fields };
  const reply = await gateway.call({ method: "POST", path: "/api/v1/register", body });
  const apiKey = String(reply.body["svc_api_key"]);
  return { apiKey, customerId: (await gateway.usage(apiKey)).customer_id };
}

function foundServers(): Servers {
  const rabbitmqManagementUrl = infraUrl("rabbitmq-management");
  return {
    postgresUrl: infraUrl("postgres") ?? "",
    redisUrl: infraUrl("redis") ?? "",
    rabbitmqUrl: infraUrl("rabbitmq") ?? "",
    ...(rabbitmqManagementUrl !== undefined && { rabbitmqManagementUrl }),
  };
}

function freshEmail(): string {
  return `customer-${randomBytes(8).toString("hex")}@example.org`;
}
