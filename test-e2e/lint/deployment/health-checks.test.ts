import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { SERVICE_NAMES } from "@veil/crypto";
import { checkedContainers } from "../../isolation/health/checked-containers.ts";
import {
  composeHealthChecks,
  podHealthChecks,
  questionsAnywhere,
} from "../../support/deployment/health-checks.ts";
import { REPOSITORY, renderedManifests, VARIANTS } from "../../support/deployment/manifests.ts";

/** The containers whose checks the suite `isolation` executes. */
const EXECUTED = [
  ...VARIANTS.flatMap((variant) => [
    `veil-data/redis of ${variant}`,
    `veil-inference/egress-proxy of ${variant}`,
    `veil-audit/audit-proxy of ${variant}`,
  ]),
  ...["veil-data/gateway-db", "veil-audit/audit-db", "veil-data/rabbitmq"].map(
    (relay) => `${relay} of small`,
  ),
  "veil-sanitiser/shield-proxy of shield",
  "veil-edge/sign-in-proxy of sign-in",
  ...["gateway-db", "audit-db", "redis", "rabbitmq", "egress-proxy", "upstream-simulator"].map(
    (service) => `${service} of Compose`,
  ),
];

function serviceProbes(variant: string) {
  return podHealthChecks(renderedManifests(variant)).filter(({ container }) =>
    SERVICE_NAMES.some((service) => container.endsWith(`/${service}`)),
  );
}

test("The suite isolation executes the health checks of every container", () => {
  const containers = checkedContainers();
  expect(containers.map(({ title }) => title).sort()).toEqual(EXECUTED.toSorted());
  const executed = containers.reduce((sum, { checks }) => sum + checks.length, 0);
  const components = 2 * 3;
  const inPods = VARIANTS.flatMap((variant) => podHealthChecks(renderedManifests(variant)));
  const services = VARIANTS.flatMap(serviceProbes).length + SERVICE_NAMES.length;
  expect(executed + services).toBe(inPods.length + composeHealthChecks().length + components);
});

describe.each(VARIANTS)("%s", (variant) => {
  test("Only containers that the tests know have a probe, or a hook that runs a program", () => {
    const manifests = renderedManifests(variant);
    expect(questionsAnywhere(manifests)).toBe(podHealthChecks(manifests).length);
  });

  test("The services have the same probes as in dev, whose probes are executed", () => {
    expect(serviceProbes(variant)).toEqual(serviceProbes("dev"));
    expect(serviceProbes(variant)).toHaveLength(3 * SERVICE_NAMES.length);
  });
});

test("Only the components mutual-tls, shield and sign-in have probes", () => {
  const k8s = path.join(REPOSITORY, "k8s/components");
  const files = readdirSync(k8s, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".yaml"))
    .filter((file) => /Probe:|postStart:/.test(readFileSync(path.join(k8s, file), "utf8")));
  expect(files.sort()).toEqual([
    ...["mutual-tls/redis.yaml", "shield/shield-proxy.yaml", "sign-in/sign-in-proxy.yaml"],
  ]);
});
