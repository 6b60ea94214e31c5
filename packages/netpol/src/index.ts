export { readCluster } from "./manifests/read-cluster.ts";
export { readYamlDocuments } from "./manifests/yaml-documents.ts";
export { passage } from "./semantics/evaluate.ts";
export { workloadParty } from "./semantics/parties.ts";
