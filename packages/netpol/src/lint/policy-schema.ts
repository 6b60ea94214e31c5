/** The known fields of an object. `list` is the shape of a list's elements. */
export interface Shape {
  readonly fields?: Readonly<Record<string, Shape>>;
  readonly list?: Shape;
}

const ANYTHING: Shape = {};

const SELECTOR: Shape = {
  fields: {
    matchLabels: ANYTHING,
    matchExpressions: { list: { fields: { key: ANYTHING, operator: ANYTHING, values: ANYTHING } } },
  },
};

const PEERS: Shape = {
  list: {
    fields: {
      podSelector: SELECTOR,
      namespaceSelector: SELECTOR,
      ipBlock: { fields: { cidr: ANYTHING, except: ANYTHING } },
    },
  },
};

const PORTS: Shape = {
  list: { fields: { protocol: ANYTHING, port: ANYTHING, endPort: ANYTHING } },
};

export const NETWORK_POLICY: Shape = {
  fields: {
    apiVersion: ANYTHING,
    kind: ANYTHING,
    metadata: ANYTHING,
    spec: {
      fields: {
        podSelector: SELECTOR,
        policyTypes: ANYTHING,
        ingress: { list: { fields: { from: PEERS, ports: PORTS } } },
        egress: { list: { fields: { to: PEERS, ports: PORTS } } },
      },
    },
    // Clusters before 1.28 write this field.
    status: ANYTHING,
  },
};

/** Returns the paths of fields that the shape does not have, such as `spec.egress[0].port`. */
export function unknownFields(value: unknown, shape: Shape, at = ""): readonly string[] {
  if (Array.isArray(value)) {
    const { list } = shape;
    return list === undefined
      ? []
      : value.flatMap((element, index) => unknownFields(element, list, `${at}[${index}]`));
  }
  const { fields } = shape;
  if (fields === undefined || typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const where = at === "" ? name : `${at}.${name}`;
    return Object.hasOwn(fields, name)
      ? unknownFields(inner, fields[name] ?? ANYTHING, where)
      : [where];
  });
}
