import type {
  Expectations,
  ExpectedEdge,
  OtherPolicy,
  OutsideZone,
} from "../expectations/expectations.ts";
import type { Cluster } from "../manifests/cluster.ts";
import { ManifestError } from "../manifests/manifest-error.ts";
import type { Connections } from "../semantics/connections.ts";
import { anyOf } from "../semantics/connections.ts";
import { isNamed, type Model } from "../semantics/model.ts";
import type { ModelPod } from "../semantics/model-pod.ts";

interface PodExpectation {
  readonly from: ModelPod;
  readonly to: ModelPod;
  readonly connections: Connections;
  /** Whether the manifests may leave the edge closed, because an option brings its policy. */
  readonly mayBeClosed: boolean;
}

export interface OutsideExpectation {
  readonly pod: ModelPod;
  readonly direction: "in" | "out";
  readonly zone: OutsideZone;
  readonly connections: Connections;
}

export interface Expected {
  /** The members of sandbox A, with all variants. The first is the sandbox itself. */
  readonly a: readonly ModelPod[];
  readonly b: readonly ModelPod[];
  readonly proxies: readonly ModelPod[];
  readonly pods: readonly PodExpectation[];
  readonly outside: readonly OutsideExpectation[];
  /**
   * Names of workloads that a live cluster lacks, such as a deleted Job. The check does not expect
   * their edges.
   */
  readonly absent: readonly string[];
}

/**
 * Resolves the names in the expectations.
 * @throws ManifestError for an unknown or ambiguous name, and for an edge to the Internet from a
 * workload that is not a proxy
 */
export function expectedEnds(model: Model, expectations: Expectations): Expected {
  const elsewhere = otherPolicies(model.cluster, expectations).flatMap(({ opens }) => opens);
  const isElsewhere = ({ from, to }: ExpectedEdge) =>
    elsewhere.some((edge) => edge.from === from && edge.to === to);
  const listed = expectations.edges.filter((edge) => !isElsewhere(edge));
  const absent = absentNames(model, expectations, listed);
  const edges = listed.filter(({ from, to, optional }) =>
    [from, to].every(
      (name) => !absent.includes(name) && (!optional || isThere(model, expectations, name)),
    ),
  );
  const zoneNamed = (name: string) => expectations.outside.find((zone) => zone.name === name);
  const isOutside = ({ from, to }: ExpectedEdge) => Boolean(zoneNamed(from) ?? zoneNamed(to));
  const ends = (name: string) => podsNamed(model, name);
  const proxies = expectations.proxies
    .filter((name) => candidates(model, name).length > 0)
    .flatMap(ends);
  return {
    a: expectations.sandboxes.a.flatMap(ends),
    b: expectations.sandboxes.b.flatMap(ends),
    proxies,
    pods: merged(
      edges
        .filter((edge) => !isOutside(edge))
        .flatMap(({ from, to, connections, mayBeClosed }) =>
          ends(from).flatMap((source) =>
            ends(to).map((target) => ({ from: source, to: target, connections, mayBeClosed })),
          ),
        ),
    ),
    outside: edges.filter(isOutside).flatMap(({ from, to, connections }) => {
      const [zone, name, direction] =
        zoneNamed(to) === undefined
          ? ([zoneNamed(from), to, "in"] as const)
          : ([zoneNamed(to), from, "out"] as const);
      if (zone === undefined) throw new ManifestError(`${name}: no such zone`);
      return ends(name).map((pod) => {
        if (zone.kind === "blocks" && !zone.machines && !proxies.includes(pod))
          throw new ManifestError(
            `${name} has an edge to ${zone.name} but is not one of the proxies`,
          );
        return { pod, direction, zone, connections };
      });
    }),
    absent,
  };
}

export function otherPolicies(
  cluster: Cluster,
  { notEvaluated }: Expectations,
): readonly OtherPolicy[] {
  return notEvaluated.filter(({ policy }) =>
    cluster.otherPolicies.some((each) => each.policy === policy),
  );
}

function merged(all: readonly PodExpectation[]): readonly PodExpectation[] {
  const same = (a: PodExpectation, b: PodExpectation) => a.from === b.from && a.to === b.to;
  return all
    .filter((each, at) => all.findIndex((other) => same(each, other)) === at)
    .map((each) => {
      const listed = all.filter((other) => same(each, other));
      return {
        ...each,
        connections: anyOf(listed.map(({ connections }) => connections)),
        mayBeClosed: listed.every(({ mayBeClosed }) => mayBeClosed),
      };
    });
}

/**
 * Returns the names of workloads that may be missing. Manifests are complete, but in a live
 * cluster, finished Jobs may have been deleted. A sandbox must always exist.
 */
function absentNames(
  model: Model,
  expectations: Expectations,
  edges: readonly ExpectedEdge[],
): readonly string[] {
  if (!model.cluster.live) return [];
  const names = edges.filter(({ optional }) => !optional).flatMap(({ from, to }) => [from, to]);
  const needed = [...expectations.sandboxes.a, ...expectations.sandboxes.b];
  return [...new Set(names)].filter(
    (name) => !isThere(model, expectations, name) && !needed.includes(name),
  );
}

function isThere(model: Model, { outside }: Expectations, name: string): boolean {
  return candidates(model, name).length > 0 || outside.some((zone) => zone.name === name);
}

function candidates(model: Model, name: string): readonly ModelPod[] {
  return model.pods.filter((pod) => isNamed(pod, name));
}

function podsNamed(model: Model, name: string): readonly ModelPod[] {
  const found = candidates(model, name);
  const meant = new Set(found.map(({ called }) => called));
  if (meant.size === 0)
    throw new ManifestError(
      model.cluster.live
        ? `${name} is expected, but the input has no object for it; does the input include its kind?`
        : `${name} is expected, but no workload has that name; mark its edges \`optional: true\` if it may be missing`,
    );
  if (meant.size > 1)
    throw new ManifestError(
      `${name} may be ${[...meant].join(" or ")}; name it with its namespace`,
    );
  return found;
}
