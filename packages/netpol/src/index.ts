export { checkCluster } from "./checks/check.ts";
export { CHECKS, type CheckFinding, type CheckName, type CheckReport } from "./checks/finding.ts";
export { printReport } from "./checks/print-report.ts";
export { diffMatrices, type MatrixChange, printChanges } from "./diff/diff.ts";
export type { Expectations } from "./expectations/expectations.ts";
export { readExpectations } from "./expectations/read-expectations.ts";
export { type HashedPolicies, hashPolicies } from "./hash/hash-policies.ts";
export { findExpectations, type LoadedManifests, loadManifests } from "./input/load-manifests.ts";
export { lintManifests } from "./lint/lint.ts";
export type { LintFinding } from "./lint/lint-finding.ts";
export type { Cluster, NetworkPolicy, Protocol } from "./manifests/cluster.ts";
export { ManifestError } from "./manifests/manifest-error.ts";
export { readCluster } from "./manifests/read-cluster.ts";
export type { ManifestObject } from "./manifests/yaml-documents.ts";
export { readYamlDocuments } from "./manifests/yaml-documents.ts";
export { matrixMarkdown } from "./matrix/markdown.ts";
export { createMatrix, type Matrix } from "./matrix/matrix.ts";
export { matrixSvg } from "./matrix/svg.ts";
export { compileNftables } from "./nftables/compile.ts";
export {
  type AddressPlan,
  type ExtraPod,
  type PlannedPod,
  type PlannedService,
  planAddresses,
} from "./nftables/plan.ts";
export { plannedConnections } from "./semantics/planned.ts";
