import {
  address,
  addresses,
  component,
  controller,
  helper,
  images,
  managedServers,
  NAME,
  replicas,
  resources,
  secrets,
  setting,
  TEXTS,
  value,
} from "./value-rows.mjs";

/**
 * Rows of values. A value replaces what `at` names in the rendered objects: every scalar
 * that equals `scalar`, the setting `key` of a ConfigMap, or the field at `path` of an object.
 * Values without `at` are read by the templates' helpers. `prod` is the value in values-prod.yaml.
 */
const ROWS = [
  {
    ...{ name: "profile", default: "small", prod: "prod", schema: { enum: ["small", "prod"] } },
    about: "which overlay of k8s the chart installs",
  },
  ...component("namespaces", true, true, "the namespaces of the zones"),
  ...component("certificates", false, true, "cert-manager's certificates for the services"),
  ...component("ingress", true, true, "the Ingress of `small`"),
  ...component("publicGateway", true, true, "the Gateway, routes and certificate of `prod`"),
  ...component("externalSecrets", true, true, "the ExternalSecrets and stores of `prod`"),
  ...component("monitoring", true, true, "the ServiceMonitors and alert rules of `prod`"),
  ...component("backups", true, true, "the scheduled backups of `prod`"),
  ...images(),
  helper(
    "imagePullSecrets",
    [],
    { type: "array", items: { type: "object" } },
    "Secrets to pull images with, for all pods",
  ),
  helper("nodeSelector", {}, TEXTS, "labels of the nodes that run pods"),
  helper(
    "tolerations",
    [],
    { type: "array", items: { type: "object" } },
    "taints that all pods tolerate",
  ),
  helper("extraLabels", {}, TEXTS, "labels for every object"),
  helper("extraAnnotations", {}, TEXTS, "annotations for every object"),
  {
    ...{ name: "publicHost", default: "gateway.example.com", schema: NAME },
    about: "the gateway's public host name",
    at: [
      { scalar: "gateway.example.com" },
      { scalar: "https://gateway.example.com", prefix: "https://" },
    ],
  },
  value("ingressClassName", "traefik", NAME, "the class of the Ingress", [
    { object: "Ingress veil-edge/edge-gateway", path: "spec.ingressClassName" },
  ]),
  value(
    "ingressController.namespace",
    "traefik",
    NAME,
    "the namespace of the Ingress controller's pods",
    [controller("namespaceSelector", "kubernetes.io/metadata.name")],
  ),
  value(
    "ingressController.name",
    "traefik",
    NAME,
    "the label app.kubernetes.io/name of these pods",
    [controller("podSelector", "app.kubernetes.io/name")],
  ),
  setting(
    "gateway.trustProxy",
    "veil-edge/edge-gateway",
    "TRUST_PROXY",
    "1",
    "the number of proxies in front of the gateway",
  ),
  setting(
    "gateway.providerRegions",
    "veil-edge/edge-gateway",
    "PROVIDER_REGIONS",
    "",
    "the region of each provider, `anthropic=US`",
  ),
  setting(
    "gateway.witnessKeys",
    "veil-edge/edge-gateway",
    "WITNESS_KEYS",
    "",
    "the key of each witness",
  ),
  setting(
    "gateway.maxReplicas",
    "veil-edge/edge-gateway",
    "REPLICAS",
    "8",
    "the most replicas of the gateway, also for its limits",
    [
      {
        object: "HorizontalPodAutoscaler veil-edge/edge-gateway",
        path: "spec.maxReplicas",
        number: true,
      },
    ],
  ),
  replicas(
    "gateway.minReplicas",
    "HorizontalPodAutoscaler veil-edge/edge-gateway",
    "spec.minReplicas",
    2,
  ),
  replicas(
    "bridge.minReplicas",
    "HorizontalPodAutoscaler veil-identity/bridge",
    "spec.minReplicas",
    2,
  ),
  replicas(
    "bridge.maxReplicas",
    "HorizontalPodAutoscaler veil-identity/bridge",
    "spec.maxReplicas",
    4,
  ),
  replicas(
    "sanitiser.minReplicas",
    "HorizontalPodAutoscaler veil-sanitiser/sanitiser",
    "spec.minReplicas",
    2,
  ),
  replicas(
    "sanitiser.maxReplicas",
    "HorizontalPodAutoscaler veil-sanitiser/sanitiser",
    "spec.maxReplicas",
    8,
  ),
  replicas("worker.replicas", "Deployment veil-inference/inference-worker", "spec.replicas", 2),
  replicas("audit.replicas", "Deployment veil-audit/audit", "spec.replicas", 2),
  ...resources("gateway", "veil-edge/edge-gateway"),
  ...resources("bridge", "veil-identity/bridge"),
  ...resources("sanitiser", "veil-sanitiser/sanitiser"),
  ...resources("worker", "veil-inference/inference-worker"),
  ...resources("audit", "veil-audit/audit"),
  setting(
    "worker.provider",
    "veil-inference/inference-worker",
    "LLM_PROVIDER",
    "anthropic",
    "the provider: `anthropic`, `openai` or a compatible one",
  ),
  {
    ...{
      name: "worker.allowedHosts",
      schema: NAME,
      about: "the hosts that the worker may reach, one on a line",
    },
    at: [{ config: "veil-inference/egress-proxy", key: "allowed-hosts" }],
  },
  setting(
    "audit.days",
    "veil-audit/audit",
    "AUDIT_DAYS",
    "0",
    "how many days events are kept; 0 means forever",
  ),
  setting("audit.witnesses", "veil-audit/audit", "WITNESSES", "", "URL and key of each witness"),
  setting("audit.timeStampUrl", "veil-audit/audit", "TSA_URL", "", "the time-stamping authority"),
  {
    ...{
      name: "audit.allowedHosts",
      schema: NAME,
      about: "the hosts that the audit service may reach, one on a line",
    },
    at: [{ config: "veil-audit/audit-proxy", key: "allowed-hosts" }],
  },
  setting(
    "signer.gatewayKey",
    "veil-signer/veil-signer",
    "MANIFEST_GATEWAY_KEY",
    "to-be-set",
    "the operator's key of the ceremony",
  ),
  setting(
    "signer.witnessKey",
    "veil-signer/veil-signer",
    "MANIFEST_WITNESS_KEY",
    "to-be-set",
    "the witness's key of the ceremony",
  ),
  setting(
    "signer.manifest",
    "veil-signer/key-manifest",
    "manifest.json",
    "to-be-set",
    "the key manifest that both signed",
  ),
  {
    ...{ name: "release", schema: NAME, about: "what is deployed, for certificates (JSON)" },
    at: [{ config: "veil-edge/release", key: "release.json" }],
  },
  ...addresses(),
  address("nodeCidr", "192.0.2.0/24", "the nodes' range, if it is public: proxies do not reach it"),
  address("apiServerCidr", "192.0.2.1/32", "the API server's address, for the databases of `prod`"),
  ...managedServers(),
  address("vaultServer", "https://vault.example.com", "the vault of `prod`"),
  ...secrets(),
];

/** The values, in the order of values.yaml: those with a common parent follow each other. */
export const VALUES = [...new Set(ROWS.map(parentOf))].flatMap((parent) =>
  ROWS.filter((row) => parentOf(row) === parent),
);

function parentOf({ name }) {
  return name.split(".")[0];
}
