import { parseAllDocuments, stringify } from "yaml";
import { HELPERS } from "./helpers.mjs";
import { merge } from "./merge.mjs";
import { objectTemplate, titleOf } from "./object.mjs";
import { VALUES } from "./values.mjs";
import { readme, schema, valuesFile } from "./values-files.mjs";

/** The components that objects of these kinds belong to. */
const COMPONENT_OF = {
  ...{ Namespace: "namespaces", Ingress: "ingress", ScheduledBackup: "backups" },
  ...{ ExternalSecret: "externalSecrets", SecretStore: "externalSecrets" },
  ...{ ServiceMonitor: "monitoring", PrometheusRule: "monitoring" },
  ...{ Gateway: "publicGateway", GatewayClass: "publicGateway", HTTPRoute: "publicGateway" },
  ...{ BackendTLSPolicy: "publicGateway" },
  ...{ Certificate: "certificates", ClusterIssuer: "certificates" },
};
/** Certificates of servers, which only `prod` has. */
const SERVER_CERTIFICATE = /\/(gateway-db-server|audit-db-server|rabbitmq|redis)$/;

/** Returns the files of the chart by name. @param small, prod - the rendered manifests */
export function chartFiles({ small, prod, version }) {
  const defaults = new Map(
    VALUES.filter((row) => "default" in row).map((row) => [row.name, row.default]),
  );
  const found = new Map();
  const templates = {
    small: templatesOf("small", parse(small), found),
    prod: templatesOf("prod", parse(prod), found),
  };
  for (const { name, ...row } of VALUES) {
    if (row.at !== undefined && !found.has(name))
      throw new Error(`No object has the value ${name}`);
    if (!defaults.has(name)) defaults.set(name, found.get(name));
  }
  const files = new Map([
    ["Chart.yaml", chart(version)],
    ["README.md", readme(VALUES, defaults)],
    ["values.yaml", valuesFile(VALUES, defaults)],
    [
      "values-prod.yaml",
      valuesFile(
        VALUES.filter(({ prod: other }) => other !== undefined),
        new Map(VALUES.map(({ name, prod: other }) => [name, other])),
      ),
    ],
    ["values.schema.json", schema(VALUES)],
    ["templates/_helpers.tpl", HELPERS],
    ["templates/tests/isolation.yaml", isolationTest(parse(small), found)],
  ]);
  const titles = new Set([...templates.small.keys(), ...templates.prod.keys()]);
  for (const title of titles) {
    const [one, other] = [templates.small.get(title), templates.prod.get(title)];
    const { file } = one ?? other;
    const definition = both(one?.definition, other?.definition);
    const text = [definition, conditional(title, one?.body, other?.body)];
    const lines = text.filter((part) => part !== undefined).map((part) => `${part}\n`);
    files.set(file, `${files.get(file) ?? ""}${lines.join("")}`);
  }
  return files;
}

function parse(text) {
  return parseAllDocuments(text).map((document) => document.toJS());
}

function templatesOf(profile, objects, defaults) {
  return new Map(
    objects.map((object) => [
      titleOf(object),
      {
        file: fileOf(object),
        ...withMetadata(objectTemplate(object, { objects, profile, values: VALUES, defaults })),
      },
    ]),
  );
}

function fileOf({ kind, metadata: { name, namespace = "cluster", labels } }) {
  const zone = (kind === "Namespace" ? name : namespace).replace(/^veil-/, "");
  const isPolicy = labels["app.kubernetes.io/component"] === "network-policy";
  return `templates/${zone}/${isPolicy ? "network-policies" : labels["app.kubernetes.io/name"]}.yaml`;
}

/** Adds what the values add to every object and every pod. */
function withMetadata({ definition, body }) {
  const annotations = '{{ include "veil-gateway.annotations" . }}';
  return {
    definition: definition === undefined ? undefined : withScheduling(definition),
    body: withScheduling(body)
      .replace(/^metadata:$/m, `metadata:${annotations}`)
      .replace(/^ {2}labels:$/m, '  labels:{{ include "veil-gateway.labels" . }}'),
  };
}

function withScheduling(text) {
  return text.replace(
    /^( +)serviceAccountName: .+$/m,
    (line, indent) =>
      `${line}{{ include "veil-gateway.scheduling" (dict "root" $ "indent" ${indent.length}) }}`,
  );
}

function conditional(title, small, prod) {
  const component = componentOf(title);
  const inBoth =
    (small !== undefined && prod !== undefined) ||
    (component === "certificates" && !SERVER_CERTIFICATE.test(title));
  const conditions = [
    ...(inBoth ? [] : [`(eq .Values.profile "${small === undefined ? "prod" : "small"}")`]),
    ...(component === undefined ? [] : [`.Values.components.${component}`]),
  ];
  const text = both(small, prod);
  if (conditions.length === 0) return text;
  const all = conditions.length === 1 ? conditions[0] : `and ${conditions.join(" ")}`;
  return `{{- if ${all} }}\n${text}\n{{- end }}`;
}

function componentOf(title) {
  if (title === "Certificate veil-edge/public") return "publicGateway";
  return COMPONENT_OF[title.split(" ")[0]];
}

function both(small, prod) {
  return small !== undefined && prod !== undefined ? merge(small, prod) : (small ?? prod);
}

/** Returns the hook of `helm test`: each isolation probe once, as its CronJob runs it. */
function isolationTest(objects, defaults) {
  const pods = objects
    .filter(({ kind, metadata }) => kind === "CronJob" && /-probe$/.test(metadata.name))
    .map(({ metadata, spec }) => ({
      ...{ apiVersion: "v1", kind: "Pod" },
      metadata: {
        ...{ name: `${metadata.name}-test`, namespace: metadata.namespace },
        annotations: {
          "helm.sh/hook": "test",
          "helm.sh/hook-delete-policy": "before-hook-creation,hook-succeeded",
        },
        labels: spec.jobTemplate.spec.template.metadata.labels,
      },
      spec: spec.jobTemplate.spec.template.spec,
    }));
  return pods
    .map((pod) => objectTemplate(pod, { objects, profile: "small", values: VALUES, defaults }))
    .map(({ body }) => `${withScheduling(body)}\n`)
    .join("");
}

function chart(version) {
  return stringify({
    ...{
      apiVersion: "v2",
      name: "veil-gateway",
      version,
      appVersion: version,
      type: "application",
    },
    description:
      "Privacy-preserving access to language models: a gateway that splits who asks from what they ask",
    kubeVersion: ">=1.32.0-0",
    keywords: ["privacy", "llm", "gateway", "pii"],
    annotations: { "artifacthub.io/license": "Apache-2.0", "artifacthub.io/category": "security" },
  });
}
