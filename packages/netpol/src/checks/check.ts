import type { Expectations } from "../expectations/expectations.ts";
import type { Cluster } from "../manifests/cluster.ts";
import { createModel } from "../semantics/model.ts";
import { reachability } from "../semantics/reachability.ts";
import { missingEdges, oneSidedEdges, unlistedEdges } from "./edges.ts";
import { membersNotEquivalent } from "./equivalent.ts";
import { expectedEnds } from "./expected-ends.ts";
import { CHECKS, type CheckName, type CheckReport } from "./finding.ts";
import { reportNotes } from "./notes.ts";
import { outsideFindings } from "./outside.ts";
import { describeReach, sandboxPaths } from "./paths.ts";
import { deadRules } from "./rules.ts";
import { unboundParts } from "./unbound.ts";
import { openByDefault, unknownPodEdges } from "./unknown-pods.ts";

/**
 * Checks a cluster against the expectations.
 * @throws ManifestError for expectations that do not match the manifests
 */
export function checkCluster(cluster: Cluster, expectations: Expectations): CheckReport {
  const model = createModel(cluster, expectations);
  const expected = expectedEnds(model, expectations);
  const reach = reachability(model);
  const dead = deadRules(model);
  const order = Object.keys(CHECKS) as readonly CheckName[];
  const findings = [
    ...sandboxPaths(reach.edges, expected),
    ...membersNotEquivalent(model.cluster, expected),
    ...unlistedEdges(reach.edges, expected),
    ...missingEdges(model, expected),
    ...outsideFindings(reach, expected),
    ...unknownPodEdges(model),
    ...openByDefault(model, expectations),
    ...oneSidedEdges(model),
    ...(expected.absent.length === 0 ? dead : []),
    ...unboundParts(model, expectations),
  ].toSorted((a, b) => order.indexOf(a.check) - order.indexOf(b.check));
  return {
    findings,
    counts: {
      workloads: model.cluster.workloads.length,
      policies: model.cluster.policies.length,
      edges: reach.edges.length,
    },
    kindsNotRead: cluster.kindsNotRead,
    paths: describeReach(reach, expected),
    notes: reportNotes(model, expectations, expected, dead),
  };
}
