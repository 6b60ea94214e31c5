import type { Expectations } from "../expectations/expectations.ts";
import { isNamed, type Model } from "../semantics/model.ts";
import { isMeant, platformId } from "../semantics/platform.ts";
import { type Expected, otherPolicies } from "./expected-ends.ts";
import type { CheckFinding } from "./finding.ts";

export function reportNotes(
  model: Model,
  expectations: Expectations,
  { absent }: Expected,
  dead: readonly CheckFinding[],
): readonly string[] {
  return [
    ...otherPolicies(model.cluster, expectations).map(
      ({ policy, opens }) =>
        `not evaluated: ${policy}, which opens ${opens.map(({ from, to }) => `${from} -> ${to}`).join(", ")}`,
    ),
    ...model.foreign.otherPolicies.map(
      ({ policy }) => `not evaluated: ${policy}, in a namespace that is not a zone`,
    ),
    ...variantNotes(model),
    ...unlistedNotes(model, expectations),
    ...nodeNotes(model, expectations),
    ...absent.map((name) => `missing: ${name}; its edges were not checked`),
    ...(absent.length === 0 ? [] : dead).map(
      ({ edge, message }) => `not checked: ${edge} ${message}, perhaps because of what is missing`,
    ),
  ];
}

function variantNotes({ cluster }: Model): readonly string[] {
  return cluster.workloads.flatMap(({ id, variant }) => {
    if (variant === undefined) return [];
    const { pods, from, of } = variant;
    const count = pods === 0 ? "pods" : pods === 1 ? "1 pod" : `${pods} pods`;
    const other = from === "template" ? "the template" : "most pods";
    return [`variant: ${id}: ${count} different from ${other} of ${of}, checked as ${of}`];
  });
}

/**
 * Returns a note for each pod in a zone that no expected edge names. Such pods, if they have no
 * open edge, appear nowhere else in the report.
 */
function unlistedNotes(model: Model, { edges, zones }: Expectations): readonly string[] {
  const names = new Set(edges.flatMap(({ from, to }) => [from, to]));
  return model.pods
    .filter(
      ({ owner, endpoint }) => owner === "manifests" && zones.includes(endpoint.namespace ?? ""),
    )
    .filter((pod) => ![...names].some((name) => isNamed(pod, name)))
    .map(({ id }) => `unlisted: ${id} is in a zone, and no expected edge names it`);
}

/**
 * Returns notes for platform pods on the node's network. Selectors never match such pods,
 * regardless of their labels.
 */
function nodeNotes({ foreign }: Model, { platform }: Expectations): readonly string[] {
  return foreign.workloads
    .filter(({ hostNetwork }) => hostNetwork)
    .flatMap((workload) =>
      platform
        .filter((pod) => isMeant(pod, workload))
        .map(
          (pod) =>
            `on the node's network: ${workload.id}; the policies for ${platformId(pod)} do not match it`,
        ),
    );
}
