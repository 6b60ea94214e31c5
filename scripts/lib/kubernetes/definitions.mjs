import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { goModule } from "../go-tools.mjs";

/** Where the operators' modules keep the definitions of the resources that the manifests use. */
const MODULES = [
  [
    "github.com/cloudnative-pg/cloudnative-pg@v1.27.1",
    "config/crd/bases/postgresql.cnpg.io_",
    ["backups", "clusters", "scheduledbackups"],
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
    "github.com/prometheus-operator/prometheus-operator@v0.85.0",
    "example/prometheus-operator-crd/monitoring.coreos.com_",
    ["podmonitors", "prometheusrules", "servicemonitors"],
  ],
  [
    "sigs.k8s.io/gateway-api@v1.4.0",
    "config/crd/standard/gateway.networking.k8s.io_",
    ["backendtlspolicies", "gatewayclasses", "gateways", "httproutes"],
  ],
];

/** RabbitMQ's operators are not available as Go modules: `VEIL_DATA` has their definitions. */
const RABBITMQ = [
  "rmq-HEAD.yaml",
  ...["bindings", "exchanges", "permissions", "queues", "users"].map(
    (name) => `top-${name}-HEAD.yaml`,
  ),
];

/** The archive lacks this definition. It has the fields that RabbitMQ's documentation gives for a policy. */
const POLICIES = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "policies.rabbitmq.com" },
  spec: {
    group: "rabbitmq.com",
    scope: "Namespaced",
    names: { kind: "Policy", listKind: "PolicyList", plural: "policies", singular: "policy" },
    versions: [
      {
        name: "v1beta1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: {
                type: "object",
                required: ["definition", "name", "pattern", "rabbitmqClusterReference"],
                properties: {
                  applyTo: { type: "string" },
                  definition: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
                  name: { type: "string" },
                  pattern: { type: "string" },
                  priority: { type: "integer" },
                  rabbitmqClusterReference: {
                    type: "object",
                    properties: { name: { type: "string" }, namespace: { type: "string" } },
                  },
                  vhost: { type: "string" },
                },
              },
              status: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
            },
          },
        },
      },
    ],
  },
};

/** The namespaces of the platform, and the classes that the guide requires. */
const PLATFORM = [
  ...[
    "cert-manager",
    "cnpg-system",
    "envoy-gateway-system",
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

/** Installs what a cluster must have before the product, and names what is missing. */
export async function installDefinitions({ env, kubectl }) {
  const unpacked = mkdtempSync(path.join(tmpdir(), "veil-definitions-"));
  try {
    const files = [...filesOfModules(), ...filesOfData(unpacked)];
    const apply = ["apply", "--server-side", ...files.flatMap((file) => ["-f", file])];
    runKubectl(kubectl, env, apply);
    runKubectl(kubectl, env, ["apply", "--server-side", "-f", "-"], POLICIES);
    runKubectl(kubectl, env, [
      "wait",
      "crd",
      "--all",
      "--for=condition=Established",
      "--timeout=60s",
    ]);
    runKubectl(kubectl, env, ["apply", "--server-side", "-f", "-"], {
      apiVersion: "v1",
      kind: "List",
      items: PLATFORM,
    });
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
}

function filesOfModules() {
  return MODULES.flatMap(([module, start, names]) => {
    const folder = goModule(module);
    if (folder === undefined) return missing(module);
    return names.map((name) => path.join(folder, `${start}${name}.yaml`));
  });
}

function filesOfData(folder) {
  const archive = path.join(process.env.VEIL_DATA ?? "", "crds.tar.gz");
  if (!existsSync(archive)) return missing("RabbitMQ's operators (VEIL_DATA)");
  const members = RABBITMQ.map((name) => `./${name}`);
  const { status, stderr } = spawnSync("tar", ["-xzf", archive, "-C", folder, ...members], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${archive} cannot be unpacked: ${stderr}`);
  return RABBITMQ.map((name) => path.join(folder, name));
}

function missing(what) {
  console.error(`not defined, so its objects are left out: ${what}`);
  return [];
}

function runKubectl(kubectl, env, args, input) {
  const { status, stderr } = spawnSync(kubectl, args, {
    env: { ...process.env, ...env },
    encoding: "utf8",
    ...(input !== undefined && { input: JSON.stringify(input) }),
  });
  if (status !== 0) throw new Error(`kubectl ${args[0]} failed: ${stderr}`);
}
