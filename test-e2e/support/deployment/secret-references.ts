import { at, type Fields, listAt, type Manifest, podsOf } from "./manifests.ts";

interface SecretReference {
  /** The Secret, as `namespace/name`. */
  readonly secret: string;
  readonly keys: readonly string[];
}

export function secretsNeeded(manifests: readonly Manifest[]): readonly SecretReference[] {
  return [
    ...podsOf(manifests).flatMap((entry) => mounted(entry, manifests)),
    ...manifests.flatMap(named),
  ];
}

function mounted(
  { manifest, pod }: { readonly manifest: Manifest; readonly pod: Fields },
  manifests: readonly Manifest[],
): SecretReference[] {
  const container = at(pod, "containers", 0);
  const files = [...settings(container, manifests), ...listAt(container, "command").map(String)];
  return listAt(pod, "volumes").flatMap((volume) => {
    const name = at(volume, "secret", "secretName");
    if (name === undefined) return [];
    const mount = listAt(container, "volumeMounts").find(
      (one) => at(one, "name") === at(volume, "name"),
    );
    const folder = `${String(at(mount, "mountPath"))}/`;
    const required = files
      .filter((file) => file.startsWith(folder))
      .map((file) => file.slice(folder.length));
    return [{ secret: `${manifest.metadata.namespace}/${String(name)}`, keys: required }];
  });
}

function settings(container: unknown, manifests: readonly Manifest[]): string[] {
  const name = at(container, "envFrom", 0, "configMapRef", "name");
  const map = manifests.find(
    ({ kind, metadata }) => kind === "ConfigMap" && metadata.name === name,
  );
  return [
    ...Object.values((map?.["data"] ?? {}) as Fields),
    ...listAt(container, "env").map((entry) => at(entry, "value")),
  ].map(String);
}

const LOGIN = ["username", "password"];

function named(manifest: Manifest): SecretReference[] {
  const { kind, metadata, spec } = manifest;
  const reference = (name: unknown, keys: readonly string[] = []) => ({
    secret: `${metadata.namespace}/${String(name)}`,
    keys,
  });
  switch (kind) {
    case "Cluster":
      return [
        reference(at(spec, "bootstrap", "initdb", "secret", "name"), LOGIN),
        ...listAt(spec, "managed", "roles").map((role) =>
          reference(at(role, "passwordSecret", "name"), LOGIN),
        ),
        ...Object.values((at(spec, "certificates") ?? {}) as Fields).map((name) => reference(name)),
      ];
    case "User":
      return [reference(at(spec, "importCredentialsSecret", "name"), LOGIN)];
    case "RabbitmqCluster":
      return at(spec, "tls") === undefined ? [] : [reference(at(spec, "tls", "secretName"))];
    case "TriggerAuthentication":
      return listAt(spec, "secretTargetRef").map((target) => reference(at(target, "name")));
    case "Gateway":
      return listAt(spec, "listeners").flatMap((listener) =>
        listAt(listener, "tls", "certificateRefs").map((certificate) =>
          reference(at(certificate, "name")),
        ),
      );
    default:
      return [];
  }
}
