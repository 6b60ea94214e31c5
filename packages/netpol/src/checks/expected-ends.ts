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
import { isNamed, type Model, type PodEnd } from "../semantics/model.ts";

/** An expected edge between pods. */
interface PodExpectation {
  readonly from: PodEnd;
  readonly to: PodEnd;
  readonly connections: Connections;
}

/** An expected edge from a pod to a zone of the outside, or from there. */
export interface OutsideExpectation {
  readonly pod: PodEnd;
  readonly direction: "in" | "out";
  readonly zone: OutsideZone;
  readonly connections: Connections;
}

/** The expectations with every name resolved. */
export interface Expected {
  /** Everybody of sandbox A; the first is the sandbox itself. */
  readonly a: readonly PodEnd[];
  readonly b: readonly PodEnd[];
  readonly proxies: readonly PodEnd[];
  readonly pods: readonly PodExpectation[];
  readonly outside: readonly OutsideExpectation[];
}

/**
 * Looks up the ends of the expected edges.
 * @throws ManifestError for a name that is nobody's or that two share, and for an edge to the Internet of what
 *   is no proxy
 */
export function expectedEnds(model: Model, expectations: Expectations): Expected {
  const elsewhere = otherPolicies(model.cluster, expectations).flatMap(({ opens }) => opens);
  const isElsewhere = ({ from, to }: ExpectedEdge) =>
    elsewhere.some((edge) => edge.from === from && edge.to === to);
  const edges = expectations.edges
    .filter((edge) => !isElsewhere(edge))
    .filter(
      ({ from, to, optional }) =>
        !optional || [from, to].every((name) => isThere(model, expectations, name)),
    );
  const zoneNamed = (name: string) => expectations.outside.find((zone) => zone.name === name);
  const isOutside = ({ from, to }: ExpectedEdge) => Boolean(zoneNamed(from) ?? zoneNamed(to));
  const end = (name: string) => podNamed(model, name);
  const proxies = expectations.proxies
    .filter((name) => candidates(model, name).length > 0)
    .map(end);
  return {
    a: expectations.sandboxes.a.map(end),
    b: expectations.sandboxes.b.map(end),
    proxies,
    pods: merged(
      edges
        .filter((edge) => !isOutside(edge))
        .map(({ from, to, connections }) => ({ from: end(from), to: end(to), connections })),
    ),
    outside: edges.filter(isOutside).map((edge) => {
      const { from, to, connections } = edge;
      const [zone, name, direction] =
        zoneNamed(to) === undefined
          ? ([zoneNamed(from), to, "in"] as const)
          : ([zoneNamed(to), from, "out"] as const);
      const pod = end(name);
      if (zone === undefined) throw new ManifestError(`${name}: no such zone`);
      if (zone.kind === "blocks" && !zone.machines && !proxies.includes(pod))
        throw new ManifestError(`${name} has an edge to ${zone.name} and is not among the proxies`);
      return { pod, direction, zone, connections };
    }),
  };
}

/** The policies of other kinds that are expected and there. */
export function otherPolicies(
  cluster: Cluster,
  { notEvaluated }: Expectations,
): readonly OtherPolicy[] {
  return notEvaluated.filter(({ policy }) => cluster.otherPolicies.includes(policy));
}

function merged(all: readonly PodExpectation[]): readonly PodExpectation[] {
  const same = (a: PodExpectation, b: PodExpectation) => a.from === b.from && a.to === b.to;
  return all
    .filter((each, at) => all.findIndex((other) => same(each, other)) === at)
    .map((each) => ({
      ...each,
      connections: anyOf(
        all.filter((other) => same(each, other)).map(({ connections }) => connections),
      ),
    }));
}

function isThere(model: Model, { outside }: Expectations, name: string): boolean {
  return candidates(model, name).length > 0 || outside.some((zone) => zone.name === name);
}

function candidates(model: Model, name: string): readonly PodEnd[] {
  return model.pods.filter((pod) => isNamed(pod, name));
}

function podNamed(model: Model, name: string): PodEnd {
  const [found, ...more] = candidates(model, name);
  if (found === undefined)
    throw new ManifestError(
      `${name} is expected, and no workload has that name; mark its edges \`optional: true\` if it may be missing`,
    );
  if (more.length > 0)
    throw new ManifestError(
      `${name} may be ${[found, ...more].map(({ id }) => id).join(" or ")}; write it with its namespace`,
    );
  return found;
}
