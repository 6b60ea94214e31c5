import { spawnSync } from "node:child_process";
import path from "node:path";
import { goModule } from "../go-tools.mjs";

/** Where the operators' modules keep the definitions of the resources that the manifests use. */
const MODULES = [
  [
    "github.com/cloudnative-pg/cloudnative-pg@v1.27.1",
    "config/crd/bases/postgresql.cnpg.io_",
    ["backups", "clusters", "poolers", "scheduledbackups"],
  ],
  [
    "github.com/cloudnative-pg/plugin-barman-cloud@v0.14.0",
    "config/crd/bases/barmancloud.cnpg.io_",
    ["objectstores"],
  ],
  [
    "github.com/cert-manager/cert-manager@v1.19.1",
    "deploy/crds/cert-manager.io_",
    ["certificates", "clusterissuers"],
  ],
  [
    "github.com/external-secrets/external-secrets@v1.3.2",
    "config/crds/bases/external-secrets.io_",
    ["externalsecrets", "secretstores"],
  ],
  [
    "github.com/fluxcd/kustomize-controller@v1.7.3",
    "config/crd/bases/kustomize.toolkit.fluxcd.io_",
    ["kustomizations"],
  ],
  [
    "github.com/kedacore/keda/v2@v2.21.0",
    "config/crd/bases/keda.sh_",
    ["scaledobjects", "triggerauthentications"],
  ],
  [
    "github.com/kubernetes-csi/external-snapshotter/client/v8@v8.7.0",
    "config/crd/snapshot.storage.k8s.io_",
    ["volumesnapshotclasses", "volumesnapshotcontents", "volumesnapshots"],
  ],
  [
    "github.com/traefik/traefik/v3@v3.5.3",
    "docs/content/reference/dynamic-configuration/traefik.io_",
    ["serverstransports"],
  ],
  [
    "github.com/prometheus-operator/prometheus-operator@v0.85.0",
    "example/prometheus-operator-crd/monitoring.coreos.com_",
    ["podmonitors", "prometheusrules", "servicemonitors"],
  ],
  [
    "github.com/rabbitmq/cluster-operator/v2@v2.16.0",
    "config/crd/bases/rabbitmq.com_",
    ["rabbitmqclusters"],
  ],
  [
    "github.com/rabbitmq/messaging-topology-operator@v1.17.4",
    "config/crd/bases/rabbitmq.com_",
    ["bindings", "exchanges", "permissions", "policies", "queues", "users"],
  ],
  [
    "sigs.k8s.io/gateway-api@v1.4.0",
    "config/crd/standard/gateway.networking.k8s.io_",
    ["backendtlspolicies", "gatewayclasses", "gateways", "httproutes"],
  ],
];

/** The namespaces of the platform, and the classes that the guide requires. */
const PLATFORM = [
  ...[
    "cert-manager",
    "cnpg-system",
    "envoy-gateway-system",
    "flux-system",
    "keda",
    "monitoring",
    "rabbitmq-system",
    "traefik",
  ].map((name) => ({ apiVersion: "v1", kind: "Namespace", metadata: { name } })),
  ...["encrypted", "standard"].map((name) => ({
    apiVersion: "storage.k8s.io/v1",
    kind: "StorageClass",
    metadata: {
      name,
      annotations: { "storageclass.kubernetes.io/is-default-class": String(name === "standard") },
    },
    provisioner: "veil.test/volumes",
    volumeBindingMode: "WaitForFirstConsumer",
    allowVolumeExpansion: true,
  })),
];

/** Installs what a cluster must have before the product. @throws Error when Go cannot download a module */
export function installDefinitions({ env, kubectl }) {
  const call = (args, input) => runKubectl(kubectl, env, args, input);
  call(["apply", "--server-side", ...definitionFiles().flatMap((file) => ["-f", file])]);
  call(["wait", "crd", "--all", "--for=condition=Established", "--timeout=60s"]);
  const platform = { apiVersion: "v1", kind: "List", items: PLATFORM };
  call(["apply", "--server-side", "-f", "-"], platform);
}

function definitionFiles() {
  return MODULES.flatMap(([module, start, names]) => {
    const folder = goModule(module);
    return names.map((name) => path.join(folder, `${start}${name}.yaml`));
  });
}

function runKubectl(kubectl, env, args, input) {
  const { status, stderr } = spawnSync(kubectl, args, {
    env: { ...process.env, ...env },
    encoding: "utf8",
    ...(input !== undefined && { input: JSON.stringify(input) }),
  });
  if (status !== 0) throw new Error(`kubectl ${args[0]} failed: ${stderr}`);
}
