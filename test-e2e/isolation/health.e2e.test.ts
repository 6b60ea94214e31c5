import { afterAll, beforeAll, test } from "@jest/globals";
import { describeWhere, until } from "@veil/testing";
import type { HealthCheck } from "../support/deployment/health-checks.ts";
import { planCluster } from "./cluster/plan-cluster.ts";
import { PodProcess } from "./cluster/pod-process.ts";
import { type CheckedContainer, checkedContainers } from "./health/checked-containers.ts";
import { isWell } from "./health/is-well.ts";
import { missingForNamespaces } from "./network/commands.ts";
import { type Network, openNetwork } from "./network/open-network.ts";

const SERVERS = ["redis-server", "squid", "haproxy", "rabbitmq-server", "initdb"] as const;
const missing = missingForNamespaces(["ip", "setpriv", ...SERVERS]);

/** Covers all health checks except those of the services, which `isolation.e2e.test.ts` covers. */
describeWhere(missing.length === 0, "Health checks for real", missing.join(", "), () => {
  const containers = checkedContainers();
  const { plan } = planCluster();
  let network: Network;
  beforeAll(async () => {
    network = await openNetwork({ pods: plan.pods.slice(0, containers.length), services: [] });
  });
  afterAll(() => network?.close());

  test.each(containers)(
    "Every health check of $title passes while the container runs, and fails once it has stopped",
    (container) =>
      whileRunning(container, async ({ process, untilWell }) => {
        for (const check of container.checks) await untilWell(check, true);
        // Not SIGTERM, on which Squid waits for open connections.
        await process.kill("SIGINT");
        for (const check of container.checks) await untilWell(check, false);
      }),
  );

  test.each(containers.filter(({ title }) => /proxy of (dev|shield|sign-in|Compose)$/.test(title)))(
    "When $title hangs, then a health check fails",
    (container) =>
      whileRunning(container, async ({ process, untilWell }) => {
        const [check, ...more] = container.checks.filter(({ action }) => action.kind === "exec");
        if (check === undefined || more.length > 0)
          throw new Error("One check must query the program");
        await untilWell(check, true);
        process.signal("SIGSTOP");
        await untilWell(check, false);
      }),
  );

  async function whileRunning(
    checked: CheckedContainer,
    work: (running: Running) => Promise<void>,
  ): Promise<void> {
    const pod = plan.pods[containers.indexOf(checked)];
    if (pod === undefined) throw new Error("There are fewer pods than containers");
    const container = await checked.prepare(network, pod);
    const process = new PodProcess(network, pod, container);
    process.start();
    const answers = async (check: HealthCheck, expected: boolean) => {
      if (expected && process.pid === undefined) throw new Error(`It ended:\n${process.logs()}`);
      return (await isWell(network, pod, container, check)) === expected;
    };
    try {
      await work({
        process,
        untilWell: async (check, expected) => {
          const said = `${check.name} ${expected ? "finds" : "no longer finds"} it well`;
          await until(said, () => answers(check, expected));
        },
      });
    } finally {
      await process.kill();
    }
  }
});

interface Running {
  readonly process: PodProcess;
  untilWell(check: HealthCheck, expected: boolean): Promise<void>;
}
