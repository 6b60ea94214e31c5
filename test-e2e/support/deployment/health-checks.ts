import { composeFile } from "./compose-file.ts";
import { dockerfileStages } from "./dockerfile.ts";
import { at, type Fields, listAt, type Manifest, podsOf } from "./manifests.ts";

export type HealthAction =
  | { readonly kind: "exec"; readonly command: readonly string[] }
  | { readonly kind: "http"; readonly port: number; readonly path: string }
  | { readonly kind: "tcp"; readonly port: number };

export interface HealthCheck {
  /** `namespace/name` of the workload, or the service's name in Compose. */
  readonly container: string;
  readonly name: string;
  readonly timeoutMs: number;
  readonly action: HealthAction;
}

const PROBES = ["startupProbe", "readinessProbe", "livenessProbe"] as const;

/** Returns the probes of all containers. @throws Error for an unknown kind of probe */
export function podHealthChecks(manifests: readonly Manifest[]): readonly HealthCheck[] {
  return podsOf(manifests).flatMap(({ manifest, pod }) =>
    listAt(pod, "containers").flatMap((container) =>
      PROBES.flatMap((name) => {
        const probe = at(container, name);
        if (probe === undefined) return [];
        const { namespace, name: workload } = manifest.metadata;
        const timeoutMs = Number(at(probe, "timeoutSeconds")) * 1_000;
        const action = actionOf(container, probe);
        return [{ container: `${namespace}/${workload}`, name, timeoutMs, action }];
      }),
    ),
  );
}

export function composeHealthChecks(): readonly HealthCheck[] {
  return Object.entries(composeFile().services).flatMap(([container, { healthcheck, build }]) => {
    if (healthcheck?.disable === true) return [];
    const { test, timeout } = healthcheck ?? (build === undefined ? {} : imageHealthCheck());
    const [how, ...command] = test ?? [];
    const [, seconds] = /^(\d+)s$/.exec(timeout ?? "") ?? [];
    if (how !== "CMD" || seconds === undefined)
      throw new Error(`${container} has no health check that can be run without a shell`);
    // Compose escapes a dollar sign by doubling it.
    const action = {
      kind: "exec",
      command: command.map((word) => word.replaceAll("$$", "$")),
    } as const;
    return [{ container, name: "healthcheck", timeoutMs: Number(seconds) * 1_000, action }];
  });
}

export function questionsAnywhere(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value as Fields).reduce(
    (sum, [key, inner]) =>
      sum + (/Probe$/.test(key) || HOOKS.includes(key) ? 1 : questionsAnywhere(inner)),
    0,
  );
}

/** The keys of a manifest under which the kubelet finds commands to run in a container. */
const HOOKS: readonly string[] = ["exec", "postStart"];

function actionOf(container: unknown, probe: unknown): HealthAction {
  const port = (handler: string) => portOf(container, at(probe, handler, "port"));
  if (at(probe, "exec") !== undefined)
    return { kind: "exec", command: listAt(probe, "exec", "command").map(String) };
  if (at(probe, "httpGet") !== undefined)
    return { kind: "http", port: port("httpGet"), path: String(at(probe, "httpGet", "path")) };
  if (at(probe, "tcpSocket") !== undefined) return { kind: "tcp", port: port("tcpSocket") };
  throw new Error(`Unknown kind of probe: ${JSON.stringify(probe)}`);
}

function portOf(container: unknown, port: unknown): number {
  if (typeof port === "number") return port;
  const named = listAt(container, "ports").find((each) => at(each, "name") === port);
  if (named === undefined) throw new Error(`No container port is called ${String(port)}`);
  return Number(at(named, "containerPort"));
}

function imageHealthCheck() {
  const found = dockerfileStages()
    .flat()
    .find(({ keyword }) => keyword === "HEALTHCHECK");
  const [, timeout = ""] = /--timeout=(\S+)/.exec(found?.flags.join(" ") ?? "") ?? [];
  return { test: ["CMD", ...(found?.exec ?? [])], timeout };
}
