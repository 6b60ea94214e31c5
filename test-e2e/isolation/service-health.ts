import { expect, test } from "@jest/globals";
import { SERVICE_NAMES, type ServiceName } from "@veil/crypto";
import { until } from "@veil/testing";
import { composeFile } from "../support/deployment/compose-file.ts";
import {
  composeHealthChecks,
  type HealthCheck,
  podHealthChecks,
} from "../support/deployment/health-checks.ts";
import { renderedManifests } from "../support/deployment/manifests.ts";
import type { PlannedCluster } from "./cluster/plan-cluster.ts";
import type { Container } from "./cluster/run-in-pod.ts";
import { isWell } from "./health/is-well.ts";
import type { Isolated } from "./stack/open-isolated.ts";
import { WORKLOADS } from "./stack/service-pods.ts";

export function describeServiceHealth(isolated: () => Isolated, planned: PlannedCluster) {
  const probes = podHealthChecks(renderedManifests("dev"));
  const healthchecks = composeHealthChecks();

  function checksOf(service: ServiceName): readonly HealthCheck[] {
    const own = [
      ...probes.filter(({ container }) => container === WORKLOADS[service]),
      ...healthchecks.filter(({ container }) => container === service),
    ];
    expect(own.map(({ name }) => name)).toEqual([
      ...["startupProbe", "readinessProbe", "livenessProbe", "healthcheck"],
    ]);
    return own;
  }

  function isServiceWell(service: ServiceName, check: HealthCheck): Promise<boolean> {
    const { user = "", environment = {} } = composeFile().services[service] ?? {};
    const uid = Number(user.split(":")[0]);
    const container: Container = { name: "main", uid, argv: [], env: environment };
    return isWell(isolated().network, planned.pod(WORKLOADS[service]), container, check);
  }

  return {
    whileTheyRun: () =>
      test.each(SERVICE_NAMES)("Every health check of %s passes while it runs", async (service) => {
        for (const check of checksOf(service))
          await until(`${check.name} passes`, () => isServiceWell(service, check));
      }),
    onceTheyHaveStopped: () =>
      test.each(SERVICE_NAMES)(
        "Every health check of %s fails once it has stopped",
        async (service) => {
          await isolated().scenario.stack.stop(service);
          for (const check of checksOf(service))
            expect([check.name, await isServiceWell(service, check)]).toEqual([check.name, false]);
        },
      ),
  };
}
