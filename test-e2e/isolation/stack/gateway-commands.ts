import { randomBytes } from "node:crypto";
import path from "node:path";
import {
  type ProvisionedCustomer,
  type ProvisionOptions,
  provisionArguments,
} from "@veil/local-stack";
import type { Context } from "../cluster/context.ts";
import { containerOf, privateFile } from "../cluster/pod-container.ts";
import { PodProcess } from "../cluster/pod-process.ts";
import { type ServiceEnv, type ServicePods, WORKLOADS } from "./service-pods.ts";

const GATEWAY = WORKLOADS["edge-gateway"];
const KEY_ID = /^(?:svc_|gw_live_)([0-9A-Za-z]{8})/;

/** Runs a Job. @param env - variables in addition to those of the manifests. @returns the output */
export function runJob(
  { network, planned, objects }: Context,
  workload: string,
  env: ServiceEnv = {},
): Promise<string> {
  const pod = planned.pod(workload);
  const container = containerOf({ network, objects }, workload, pod);
  return new PodProcess(network, pod, {
    ...container,
    name: freshName("job"),
    env: { ...container.env, ...env },
  }).run();
}

export function gatewayCommands({ network, planned }: Context, services: ServicePods) {
  const pod = planned.pod(GATEWAY);

  function run(args: readonly string[], file: string): Promise<string> {
    const container = services.container("edge-gateway");
    return new PodProcess(network, pod, {
      ...container,
      name: freshName("command"),
      argv: [...container.argv, ...args],
      mounts: {
        ...container.mounts,
        [INPUT]: privateFile(
          path.join(network.folder, pod.interface, freshName("input")),
          file,
          container.uid,
        ),
      },
    }).run();
  }

  return {
    async provision(options: ProvisionOptions): Promise<ProvisionedCustomer> {
      const args = ["provision", "--json", ...provisionArguments(options, INPUT)];
      const facts = JSON.parse(await run(args, options.providerKey ?? "")) as {
        api_key: string;
        customer_id: string;
      };
      return { apiKey: facts.api_key, customerId: facts.customer_id };
    },
    setEntityPolicy(apiKey: string, policy: object): Promise<string> {
      const [, keyId = ""] = KEY_ID.exec(apiKey) ?? [];
      const args = ["entity-policy", "--key-id", keyId, "--file", INPUT];
      return run(args, JSON.stringify(policy));
    },
  };
}

const INPUT = "/run/input";

function freshName(what: string): string {
  return `${what}-${randomBytes(4).toString("hex")}`;
}
