import { each } from "./operators.mjs";
import { ownedBy, setReady } from "./owner.mjs";

/** Stands in for CloudNativePG, its Barman Cloud plugin and RabbitMQ's cluster operator: pods and volumes as they make them. */
export async function runServers(api) {
  await Promise.all([
    each(api, "postgresql.cnpg.io/v1", "clusters", runDatabase),
    each(api, "postgresql.cnpg.io/v1", "poolers", runPooler),
    each(api, "rabbitmq.com/v1beta1", "rabbitmqclusters", runBroker),
  ]);
}

async function runDatabase(api, path, cluster) {
  const { metadata, spec } = cluster;
  const labels = { "cnpg.io/cluster": metadata.name, "cnpg.io/podRole": "instance" };
  const stores = await storesOf(api, cluster);
  // The plugin reports an error until the store exists.
  if (stores.includes(undefined)) return;
  const template = {
    metadata: { labels },
    spec: {
      automountServiceAccountToken: false,
      priorityClassName: spec.priorityClassName,
      topologySpreadConstraints: spec.topologySpreadConstraints,
      affinity: { podAntiAffinity: antiAffinity(spec.affinity, labels) },
      securityContext: { runAsNonRoot: true, seccompProfile: spec.seccompProfile },
      initContainers: stores.map(archiver),
      containers: [
        restricted({ name: "postgres", image: spec.imageName, resources: spec.resources }),
      ],
      // The operator reads these Secrets itself. As volumes, a missing one is reported.
      volumes: secretsOf(spec).map((secretName) => ({ name: secretName, secret: { secretName } })),
    },
  };
  const set = statefulSet(cluster, metadata.name, spec.instances, template, {
    data: spec.storage,
    wal: spec.walStorage,
  });
  const ready = await applySet(api, metadata.namespace, set);
  if (spec.instances > 1)
    await api.create(`/apis/policy/v1/namespaces/${metadata.namespace}/poddisruptionbudgets`, {
      metadata: { name: `${metadata.name}-instances`, ownerReferences: ownedBy(cluster) },
      spec: { maxUnavailable: 1, selector: { matchLabels: labels } },
    });
  await setReady(api, path, cluster, ready === spec.instances, { readyInstances: ready });
}

/** Returns the stores in which the plugin archives, undefined for one that does not exist. */
async function storesOf(api, { metadata: { namespace }, spec: { plugins = [] } }) {
  const stores = await api.list(
    `/apis/barmancloud.cnpg.io/v1/namespaces/${namespace}/objectstores`,
  );
  return plugins.map(
    ({ parameters }) =>
      stores.find(({ metadata }) => metadata.name === parameters.barmanObjectName)?.spec,
  );
}

/**
 * Returns the plugin's container, which runs as long as the database. The plugin reads the credentials
 * itself. As variables, missing ones are reported.
 */
function archiver({ configuration, instanceSidecarConfiguration }) {
  return restricted({
    name: "plugin-barman-cloud",
    image: "plugin-barman-cloud-sidecar",
    restartPolicy: "Always",
    resources: instanceSidecarConfiguration?.resources,
    env: Object.entries(configuration.s3Credentials).map(([name, secretKeyRef]) => ({
      name,
      valueFrom: { secretKeyRef },
    })),
  });
}

function secretsOf({ bootstrap, managed, certificates }) {
  return [
    bootstrap?.initdb?.secret?.name,
    ...(managed?.roles ?? []).map(({ passwordSecret }) => passwordSecret?.name),
    certificates?.serverTLSSecret,
  ].filter((name) => name !== undefined);
}

function antiAffinity({ podAntiAffinityType, topologyKey }, matchLabels) {
  const term = { topologyKey, labelSelector: { matchLabels } };
  return podAntiAffinityType === "required"
    ? { requiredDuringSchedulingIgnoredDuringExecution: [term] }
    : { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 100, podAffinityTerm: term }] };
}

function restricted(container) {
  const securityContext = { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } };
  return { ...container, securityContext };
}

async function runPooler(api, _path, pooler) {
  const { metadata, spec } = pooler;
  const { cluster, template, instances: replicas, deploymentStrategy: strategy } = spec;
  const matchLabels = { "cnpg.io/poolerName": metadata.name };
  const labels = { "cnpg.io/cluster": cluster.name, "cnpg.io/podRole": "pooler", ...matchLabels };
  const security = { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } };
  await api.create(`/apis/apps/v1/namespaces/${metadata.namespace}/deployments`, {
    metadata: { name: metadata.name, ownerReferences: ownedBy(pooler) },
    spec: {
      ...{ replicas, strategy, selector: { matchLabels } },
      template: {
        metadata: { labels: { ...template.metadata.labels, ...labels } },
        spec: {
          ...{ automountServiceAccountToken: false, ...template.spec, securityContext: security },
          containers: template.spec.containers.map((one) =>
            restricted({ image: one.name, ...one }),
          ),
        },
      },
    },
  });
}

async function runBroker(api, path, cluster) {
  const { metadata, spec } = cluster;
  const { image, resources } = spec;
  const template = {
    metadata: { labels: { "app.kubernetes.io/name": metadata.name } },
    spec: {
      automountServiceAccountToken: false,
      affinity: spec.affinity,
      terminationGracePeriodSeconds: spec.terminationGracePeriodSeconds,
      initContainers: [{ name: "setup-container", image, resources }],
      containers: [{ name: "rabbitmq", image, resources }],
      // The operator reads it itself.
      ...(spec.tls?.secretName && {
        volumes: [{ name: "tls", secret: { secretName: spec.tls.secretName } }],
      }),
    },
  };
  const { storage: size, storageClassName: storageClass } = spec.persistence;
  const claims = { persistence: { size, storageClass } };
  const set = statefulSet(cluster, `${metadata.name}-server`, spec.replicas, template, claims);
  const ready = await applySet(api, metadata.namespace, set, spec.override?.statefulSet);
  const condition = {
    type: "AllReplicasReady",
    status: ready === spec.replicas ? "True" : "False",
  };
  if (cluster.status?.conditions?.[0]?.status !== condition.status)
    await api.patch(`${path}/status`, { status: { conditions: [condition] } });
}

function statefulSet(owner, name, replicas, template, claims) {
  return {
    metadata: { name, ownerReferences: ownedBy(owner) },
    spec: {
      serviceName: name,
      replicas,
      selector: { matchLabels: template.metadata.labels },
      template,
      // The claims belong to the cluster, which deletes them with it.
      persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete" },
      volumeClaimTemplates: Object.entries(claims).map(([claim, { size, storageClass }]) => ({
        metadata: { name: claim },
        spec: {
          accessModes: ["ReadWriteOnce"],
          storageClassName: storageClass,
          resources: { requests: { storage: size } },
        },
      })),
    },
  };
}

/** Creates or updates a StatefulSet, with an override, and returns how many pods are ready. */
async function applySet(api, namespace, set, override = {}) {
  const path = `/apis/apps/v1/namespaces/${namespace}/statefulsets`;
  // Without replicas at first, so that no pod is made without the override.
  const empty = { ...set, spec: { ...set.spec, replicas: 0 } };
  await api.create(path, empty);
  const { replicas, template } = set.spec;
  await api.patch(`${path}/${set.metadata.name}`, { spec: { template } }, "strategic");
  const whole = { ...override, spec: { ...override.spec, replicas } };
  const { status } = await api.patch(`${path}/${set.metadata.name}`, whole, "strategic");
  return status?.readyReplicas ?? 0;
}
