const STRING = { type: "string" };
export const NAME = { type: "string", minLength: 1 };
const COUNT = { type: "integer", minimum: 1 };
const SWITCH = { type: "boolean" };
export const TEXTS = { type: "object", additionalProperties: STRING };
const RESOURCES = {
  type: "object",
  additionalProperties: false,
  required: ["requests", "limits"],
  properties: { requests: { type: "object" }, limits: { type: "object" } },
};

export function value(name, fallback, schema, about, at) {
  return { name, default: fallback, schema, about, at };
}

export function helper(name, fallback, schema, about) {
  return { name, default: fallback, schema, about };
}

export function component(name, small, prod, about) {
  return [
    {
      name: `components.${name}`,
      default: small,
      prod,
      schema: SWITCH,
      about: `installs ${about}`,
    },
  ];
}

export function controller(selector, label) {
  const path = ["spec", "ingress", 0, "from", 0, selector, "matchLabels", label];
  return {
    object: "NetworkPolicy veil-edge/allow-gateway-controller-to-edge-gateway",
    path,
    only: "small",
  };
}

export function setting(name, config, key, fallback, about, more = []) {
  return value(name, fallback, STRING, about, [{ config, key }, ...more]);
}

export function replicas(name, object, path, fallback) {
  return value(name, fallback, COUNT, `replicas of ${object.split("/")[1]}`, [{ object, path }]);
}

export function resources(name, workload) {
  const at = [
    { object: `Deployment ${workload}`, path: "spec.template.spec.containers.0.resources" },
  ];
  return [
    {
      name: `${name}.resources`,
      schema: RESOURCES,
      about: `CPU and memory of ${workload.split("/")[1]}`,
      at,
    },
  ];
}

/** Values of images are whole references, best with a digest. */
export function images() {
  const own = [
    "edge-gateway",
    "bridge",
    "sanitiser",
    "inference-worker",
    "audit",
    "veil-signer",
  ].map((name) => [name, `veil-gateway/${name}:0.1.0`]);
  return own.map(([name, image]) =>
    value(`images.${camel(name)}`, image, NAME, `image of ${name}, best by digest`, [
      { scalar: image },
    ]),
  );
}

export function addresses() {
  const fixed = {
    ...{ bridge: 211, sanitiser: 212, "inference-worker": 213, audit: 214, "veil-signer": 215 },
    ...{ "bridge-probe": 216, "inference-worker-probe": 217, "gateway-db": 221, redis: 222 },
    ...{ rabbitmq: 223, "audit-db": 224, "egress-proxy": 231, "audit-proxy": 233 },
  };
  return Object.entries(fixed).map(([name, last]) =>
    value(`addresses.${camel(name)}`, `10.96.0.${last}`, NAME, `fixed Service address of ${name}`, [
      { scalar: `10.96.0.${last}` },
    ]),
  );
}

export function address(name, fallback, about) {
  return value(name, fallback, NAME, about, [{ scalar: fallback }]);
}

export function managedServers() {
  const servers = {
    "gateway-db": [5432, 16],
    "audit-db": [5432, 32],
    rabbitmq: [5671, 48],
    redis: [6379, 64],
  };
  return Object.entries(servers).flatMap(([name, [port, last]]) => [
    value(
      `managed.${camel(name)}.host`,
      `${name}.example.com`,
      NAME,
      `host of the managed ${name}`,
      [
        { scalar: `${name}.example.com` },
        { scalar: `${name}.example.com:${port}`, suffix: `:${port}` },
      ],
    ),
    value(
      `managed.${camel(name)}.cidr`,
      `192.0.2.${last}/28`,
      NAME,
      "its subnet, of at most 1024 addresses",
      [{ scalar: `192.0.2.${last}/28` }],
    ),
  ]);
}

export function secrets() {
  const principals = [
    ...["edge-gateway", "bridge", "bridge-probe", "sanitiser", "inference-worker"],
    ...["inference-worker-probe", "audit", "veil-signer"],
  ];
  const names = [
    ...principals.flatMap((name) => [`${name}-keys`, `${name}-tls`]),
    ...[
      "edge-gateway-secrets",
      "inference-worker-secrets",
      "audit-secrets",
      "gateway-owner",
      "audit-owner",
      "public-tls",
    ],
  ];
  return names.map((name) =>
    value(`secrets.${camel(name)}`, name, NAME, "name of this Secret", [{ scalar: name }]),
  );
}

function camel(name) {
  return name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
}
