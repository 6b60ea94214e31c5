import { ownedBy, setReady } from "./owner.mjs";

/** Stands in for External Secrets, cert-manager, KEDA and RabbitMQ's topology operator. */
export async function runOperators(api) {
  await Promise.all([
    each(api, "external-secrets.io/v1", "externalsecrets", readSecret),
    each(api, "cert-manager.io/v1", "certificates", issueCertificate),
    each(api, "keda.sh/v1alpha1", "scaledobjects", scale),
    ...["bindings", "exchanges", "permissions", "policies", "queues"].map((kind) =>
      each(api, "rabbitmq.com/v1beta1", kind, (_, path, object) =>
        setReady(api, path, object, true),
      ),
    ),
    each(api, "rabbitmq.com/v1beta1", "users", (_, path, object) =>
      setReady(api, path, object, true, { username: object.metadata.name }),
    ),
  ]);
}

/** Calls a function with the path of each object of a kind that is not being deleted. */
export async function each(api, version, kinds, reconcile) {
  const objects = await api.list(`/apis/${version}/${kinds}`);
  await Promise.all(
    objects
      .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
      .map((object) => {
        const { namespace, name } = object.metadata;
        return reconcile(api, `/apis/${version}/namespaces/${namespace}/${kinds}/${name}`, object);
      }),
  );
}

/** Values mean nothing: no program reads them. */
function createSecret(api, namespace, name, { type, keys, labels, owner }) {
  return api.create(`/api/v1/namespaces/${namespace}/secrets`, {
    metadata: { name, labels, ...(owner && { ownerReferences: ownedBy(owner) }) },
    type,
    stringData: Object.fromEntries(keys.map((key) => [key, "value"])),
  });
}

async function readSecret(api, path, object) {
  const { target, data = [] } = object.spec;
  const { template } = target;
  const keys =
    template?.data === undefined
      ? data.map(({ secretKey }) => secretKey)
      : Object.keys(template.data);
  await createSecret(api, object.metadata.namespace, target.name ?? object.metadata.name, {
    type: template?.type ?? "Opaque",
    keys,
    labels: template?.metadata?.labels,
    owner: object,
  });
  await setReady(api, path, object, true);
}

async function issueCertificate(api, path, object) {
  const { secretName, secretTemplate } = object.spec;
  // cert-manager keeps the Secret of a deleted Certificate.
  await createSecret(api, object.metadata.namespace, secretName, {
    type: "kubernetes.io/tls",
    keys: ["tls.crt", "tls.key", "ca.crt"],
    labels: secretTemplate?.labels,
  });
  await setReady(api, path, object, true);
}

async function scale(api, path, object) {
  const { name, namespace } = object.metadata;
  const { scaleTargetRef, minReplicaCount, maxReplicaCount } = object.spec;
  const metric = { name: "waiting" };
  await api.create(`/apis/autoscaling/v2/namespaces/${namespace}/horizontalpodautoscalers`, {
    metadata: { name: `keda-hpa-${name}`, ownerReferences: ownedBy(object) },
    spec: {
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", ...scaleTargetRef },
      minReplicas: minReplicaCount,
      maxReplicas: maxReplicaCount,
      metrics: [
        {
          type: "External",
          external: { metric, target: { type: "AverageValue", averageValue: "48" } },
        },
      ],
    },
  });
  await setReady(api, path, object, true);
}
