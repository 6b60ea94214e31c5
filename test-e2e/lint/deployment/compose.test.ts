import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { SERVICE_NAMES, systemRandomBytes } from "@veil/crypto";
import { composeSecrets, makeDeploymentSecrets } from "@veil/local-stack";
import { composeFile } from "../../support/deployment/compose-file.ts";
import { REPOSITORY } from "../../support/deployment/manifests.ts";
import { readsSetting } from "../../support/deployment/settings.ts";

const compose = composeFile();
const services = Object.entries(compose.services);
const STEPS = ["gateway-migrate", "audit-migrate"];
const MASQUERADE = "com.docker.network.bridge.enable_ip_masquerade";

function reachable(name: string): string[] {
  const own = new Set(compose.services[name]?.networks);
  return services
    .filter(
      ([other, { networks }]) => other !== name && networks.some((network) => own.has(network)),
    )
    .map(([other]) => other)
    .sort();
}

describe("The networks of docker-compose.yml", () => {
  test("A network connects only services that must communicate", () => {
    const connected = Object.fromEntries(services.map(([name]) => [name, reachable(name)]));
    expect(connected).toEqual({
      "edge-gateway": [
        ...["audit", "bridge", "gateway-db", "gateway-migrate", "inference-worker"],
        ...["rabbitmq", "redis", "sanitiser", "veil-signer"],
      ],
      bridge: ["edge-gateway"],
      sanitiser: ["edge-gateway"],
      "inference-worker": ["edge-gateway", "egress-proxy", "rabbitmq", "upstream-simulator"],
      audit: ["audit-db", "audit-migrate", "edge-gateway", "rabbitmq"],
      "veil-signer": ["edge-gateway"],
      "gateway-migrate": ["edge-gateway", "gateway-db"],
      "audit-migrate": ["audit", "audit-db"],
      "gateway-db": ["edge-gateway", "gateway-migrate"],
      "audit-db": ["audit", "audit-migrate"],
      redis: ["edge-gateway"],
      rabbitmq: ["audit", "edge-gateway", "inference-worker"],
      "egress-proxy": ["inference-worker"],
      "upstream-simulator": ["inference-worker"],
    });
  });

  test("Bridge and inference-worker share no network", () => {
    const [a, b] = ["bridge", "inference-worker"].map(
      (name) => compose.services[name]?.networks ?? [],
    );
    expect(a?.filter((network) => b?.includes(network))).toEqual([]);
    expect(a?.length).toBeGreaterThan(0);
    expect(b?.length).toBeGreaterThan(0);
  });

  test("Only the egress proxy has a route to the Internet", () => {
    const leadOut = Object.entries(compose.networks)
      .filter(
        ([, { internal, driver_opts }]) =>
          internal !== true && driver_opts?.[MASQUERADE] !== "false",
      )
      .map(([name]) => name);
    expect(leadOut).toEqual(["egress"]);
    expect(
      services.filter(([, { networks }]) => networks.includes("egress")).map(([name]) => name),
    ).toEqual(["egress-proxy"]);
  });

  test("Only the gateway accepts connections from outside the networks, and only from this machine", () => {
    expect(
      services.filter(([, { networks }]) => networks.includes("public")).map(([name]) => name),
    ).toEqual(["edge-gateway"]);
    const published = services.flatMap(([, { ports = [] }]) => ports);
    expect(published).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)]);
  });
});

describe("Secrets", () => {
  test("Secrets are in no environment variable", () => {
    const values = services.flatMap(([name, { environment = {} }]) =>
      Object.entries(environment).map(([setting, value]) => ({
        at: `${name}.${setting}`,
        value: String(value),
      })),
    );
    expect(values.length).toBeGreaterThan(50);
    const named = values.filter(({ at }) =>
      /(PASSWORD|SECRET|TOKEN|PEPPER|KEY|DATABASE_URL|RABBITMQ_URL|REDIS_URL)$/.test(at),
    );
    expect(named).toEqual([]);
    expect(values.filter(({ value }) => /\/\/[^/]*@/.test(value))).toEqual([]);
    expect(readFileSync(path.join(REPOSITORY, "docker-compose.yml"), "utf8")).not.toContain(
      "env_file",
    );
  });

  test("Secrets are mounted at the paths in the settings, and created by make-secrets", async () => {
    const made = await composeSecrets(
      makeDeploymentSecrets(systemRandomBytes, "none"),
      systemRandomBytes,
    );
    const files = Object.entries(made).flatMap(([owner, contents]) =>
      Object.keys(contents).map((name) => `${owner}/${name}`),
    );
    const mounted = Object.values(compose.secrets).map(({ file }) =>
      file.replace(/^\$\{VEIL_SECRETS:-[^}]*\}\//, ""),
    );
    expect(mounted.sort()).toEqual(files.sort());
    for (const [name, { environment = {}, secrets = [] }] of services) {
      const targets = secrets.map(({ target }) => `/run/secrets/${target}`);
      const files = Object.values(environment).filter((value) =>
        String(value).startsWith("/run/secrets/"),
      );
      expect({ name, missing: files.filter((file) => !targets.includes(file)) }).toEqual({
        name,
        missing: [],
      });
    }
  });

  test("Secrets are mounted only into the service that owns them", () => {
    for (const service of SERVICE_NAMES) {
      const holders = services
        .filter(([, { secrets = [] }]) =>
          secrets.some(({ source }) => source.startsWith(`${service}-keys.`)),
        )
        .map(([name]) => name);
      expect(holders).toEqual([service]);
    }
  });
});

describe.each(services)("%s", (name, service) => {
  test("The container runs without unnecessary privileges", () => {
    expect(service.cap_drop).toEqual(["ALL"]);
    expect(service.security_opt).toEqual(["no-new-privileges:true"]);
    expect(service.read_only ?? name === "rabbitmq").toBe(true);
    const [uid = "0"] = service.user.split(":");
    expect(Number(uid)).toBeGreaterThan(service.image.startsWith("veil-gateway/") ? 10_000 : 100);
    expect(Object.keys(service)).not.toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^(privileged|network_mode|pid|ipc|cap_add)$/),
      ]),
    );
  });

  test("The image is built from this repository, or pulled by digest", () => {
    if (service.build === undefined) expect(service.image).toMatch(/:[\w.-]+@sha256:[0-9a-f]{64}$/);
    else expect(service.image).toBe(`veil-gateway/${service.build.args.SERVICE}:0.1.0`);
  });

  test("The container waits until its dependencies are healthy", () => {
    for (const [dependency, { condition }] of Object.entries(service.depends_on ?? {})) {
      expect(condition).toBe(
        STEPS.includes(dependency) ? "service_completed_successfully" : "service_healthy",
      );
      const target = compose.services[dependency];
      expect(target?.build !== undefined || target?.healthcheck?.test !== undefined).toBe(true);
    }
    const { healthcheck } = service;
    expect(healthcheck?.disable ?? false).toBe(STEPS.includes(name));
    if (service.build === undefined) expect(healthcheck?.test?.[0]).toBe("CMD");
  });

  test("The container gets only settings that it reads", () => {
    if (!SERVICE_NAMES.some((known) => known === name)) return;
    const settings = Object.keys(service.environment ?? {});
    expect(settings.filter((setting) => !readsSetting(name, setting))).toEqual([]);
  });
});

test("The gateway starts last, and the simulator starts only in its profile", () => {
  const needed = Object.keys(compose.services["edge-gateway"]?.depends_on ?? {});
  expect(needed).toEqual(
    expect.arrayContaining(SERVICE_NAMES.filter((name) => name !== "edge-gateway")),
  );
  const optional = services.filter(([, { profiles }]) => profiles !== undefined);
  expect(optional.map(([name, { profiles }]) => [name, profiles])).toEqual([
    ["upstream-simulator", ["simulator"]],
  ]);
});

test("A service that docker-compose.yml publishes on loopback accepts only loopback host names", () => {
  const published = services.filter(([, { ports = [] }]) =>
    ports.some((port) => port.startsWith("127.0.0.1:")),
  );
  expect(published.map(([name]) => name)).toContain("edge-gateway");
  for (const [, { environment }] of published)
    expect(environment?.["ALLOWED_HOSTS"]).toBe("localhost,127.0.0.1");
});
