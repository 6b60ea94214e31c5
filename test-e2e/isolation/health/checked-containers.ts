import { readFileSync } from "node:fs";
import path from "node:path";
import { SERVICE_NAMES } from "@veil/crypto";
import type { PlannedPod } from "@veil/netpol";
import { composeFile } from "../../support/deployment/compose-file.ts";
import {
  composeHealthChecks,
  type HealthCheck,
  podHealthChecks,
} from "../../support/deployment/health-checks.ts";
import {
  at,
  type Manifest,
  parseManifests,
  podsOf,
  REPOSITORY,
  renderedManifests,
  VARIANTS,
} from "../../support/deployment/manifests.ts";
import { secretContents } from "../../support/deployment/mounted-secrets.ts";
import { containerOf } from "../cluster/pod-container.ts";
import type { Container } from "../cluster/run-in-pod.ts";
import type { Network } from "../network/open-network.ts";
import { composeContainer, makeComposeSecrets } from "./compose-container.ts";

export interface CheckedContainer {
  readonly title: string;
  readonly checks: readonly HealthCheck[];
  prepare(network: Network, pod: PlannedPod): Promise<Container>;
}

/** A component that brings a proxy. */
interface Option {
  readonly component: string;
  readonly proxy: string;
  readonly namespace: string;
}

const OPTIONS: readonly Option[] = [
  { component: "shield", proxy: "shield-proxy", namespace: "veil-sanitiser" },
  { component: "sign-in", proxy: "sign-in-proxy", namespace: "veil-edge" },
];

const SERVICE_IMAGES = SERVICE_NAMES.map((name) => `veil-gateway/${name}:`);

/**
 * Returns the containers of the rendered files, the components with a proxy and Compose, except
 * the services.
 */
export function checkedContainers(): readonly CheckedContainer[] {
  return [
    ...VARIANTS.flatMap((variant) => ofManifests(variant, renderedManifests(variant))),
    ...OPTIONS.flatMap((option) => ofManifests(option.component, optionManifests(option))),
    ...ofCompose(),
  ];
}

function ofManifests(source: string, manifests: readonly Manifest[]): readonly CheckedContainer[] {
  const services = new Set(
    podsOf(manifests)
      .filter(({ pod }) => isService(String(at(pod, "containers", 0, "image"))))
      .map(({ manifest: { metadata } }) => `${metadata.namespace}/${metadata.name}`),
  );
  return grouped(podHealthChecks(manifests))
    .filter(([workload]) => !services.has(workload))
    .map(([workload, checks]) => ({
      title: `${workload} of ${source}`,
      checks,
      prepare: async (network, pod) => {
        const objects = [...manifests, ...(await secretsOf(manifests))];
        return containerOf({ network, objects }, workload, pod);
      },
    }));
}

function ofCompose(): readonly CheckedContainer[] {
  const { services } = composeFile();
  return grouped(composeHealthChecks())
    .filter(([name]) => !isService(services[name]?.image ?? ""))
    .map(([name, checks]) => ({
      title: `${name} of Compose`,
      checks,
      prepare: async (network, pod) =>
        composeContainer(network, pod, name, await makeComposeSecrets()),
    }));
}

function isService(image: string): boolean {
  return SERVICE_IMAGES.some((name) => image.startsWith(name));
}

function grouped(checks: readonly HealthCheck[]) {
  const names = [...new Set(checks.map(({ container }) => container))];
  return names.map((name) => [name, checks.filter(({ container }) => container === name)] as const);
}

async function secretsOf(manifests: readonly Manifest[]): Promise<readonly Manifest[]> {
  return [...(await secretContents(manifests))].map(([id, stringData]) => {
    const [namespace = "", name = ""] = id.split("/");
    return { apiVersion: "v1", kind: "Secret", metadata: { namespace, name }, stringData };
  });
}

function optionManifests({ component, proxy, namespace }: Option): readonly Manifest[] {
  const folder = path.join(REPOSITORY, "k8s/components", component);
  const read = (file: string) => readFileSync(path.join(folder, file), "utf8");
  const data = Object.fromEntries(
    ["squid.conf", "allowed-hosts"].map((name) => [name, read(`${proxy}/${name}`)]),
  );
  const metadata = { namespace, name: proxy };
  return [
    ...parseManifests(read(`${proxy}.yaml`)),
    { apiVersion: "v1", kind: "ConfigMap", metadata, data },
  ];
}
