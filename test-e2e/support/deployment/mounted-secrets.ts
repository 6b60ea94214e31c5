import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { systemRandomBytes } from "@veil/crypto";
import { kubernetesSecrets, makeDeploymentSecrets, managedSecrets } from "@veil/local-stack";
import { createTestCa } from "@veil/testing/tls";
import { at, type Fields, listAt, type Manifest, parseManifests, REPOSITORY } from "./manifests.ts";

const CERTIFICATES = path.join(REPOSITORY, "k8s/components/certificates/certificates.yaml");

/** The files of each Secret, keyed by `namespace/name`. */
export type SecretContents = ReadonlyMap<string, Readonly<Record<string, string>>>;

/**
 * Makes the Secrets that manifests need.
 * @param managed - whether the servers are managed and operators make the certificates, as in small
 */
export async function secretContents(
  manifests: readonly Manifest[],
  { managed = false } = {},
): Promise<SecretContents> {
  const ca = await createTestCa("veil-gateway");
  const made = parseManifests(managed ? await managedText(ca.ca) : ownText()).map(
    ({ metadata, stringData }) =>
      [`${metadata.namespace}/${metadata.name}`, stringData as Record<string, string>] as const,
  );
  const contents = new Map<string, Readonly<Record<string, string>>>(made);
  const issued = managed ? parseManifests(readFileSync(CERTIFICATES, "utf8")) : [];
  for (const manifest of [...manifests, ...issued]) {
    const { kind, metadata, spec } = manifest;
    if (kind === "Certificate") {
      const name = `${metadata.namespace}/${String(at(spec, "secretName"))}`;
      const names = { uris: texts(spec, "uris"), dns: texts(spec, "dnsNames") };
      const { cert, key } = await ca.issue(names);
      contents.set(name, { "tls.crt": cert, "tls.key": key, "ca.crt": ca.ca });
    }
    const template = at(spec, "target", "template", "data");
    if (kind === "ExternalSecret" && template !== undefined)
      contents.set(`${metadata.namespace}/${metadata.name}`, filled(template as Fields));
  }
  return contents;
}

function ownText(): string {
  return kubernetesSecrets(makeDeploymentSecrets(systemRandomBytes, "none"));
}

async function managedText(authorities: string): Promise<string> {
  const [gatewayDb, auditDb] = ["gateway-db.example.com", "audit-db.example.com"];
  const [rabbitmq, redis] = ["rabbitmq.example.com", "redis.example.com"];
  const files = await managedSecrets(
    makeDeploymentSecrets(systemRandomBytes, "none"),
    { gatewayDb, auditDb, rabbitmq, redis, authorities },
    systemRandomBytes,
  );
  return files["secrets.yaml"] ?? "";
}

export function mountSecrets(
  manifest: Manifest,
  pod: Fields,
  contents: SecretContents,
  root: string,
) {
  for (const volume of listAt(pod, "volumes")) {
    const name = at(volume, "secret", "secretName");
    if (name === undefined) continue;
    const folder = mountedAt(pod, volume, root);
    const files = contents.get(`${manifest.metadata.namespace}/${String(name)}`) ?? {};
    for (const [file, text] of Object.entries(files))
      writeFileSync(path.join(folder, file), belowRoot(text, root));
  }
}

interface Pod {
  readonly manifest: Manifest;
  readonly pod: Fields;
}

export function mountConfigMaps(
  manifests: readonly Manifest[],
  { manifest, pod }: Pod,
  root: string,
): void {
  for (const volume of listAt(pod, "volumes")) {
    const name = at(volume, "configMap", "name");
    const map = manifests.find(
      ({ kind, metadata }) =>
        kind === "ConfigMap" &&
        metadata.name === name &&
        metadata.namespace === manifest.metadata.namespace,
    );
    if (map === undefined) continue;
    const folder = mountedAt(pod, volume, root);
    for (const [file, text] of Object.entries(map["data"] as Fields))
      writeFileSync(path.join(folder, file), String(text));
  }
}

function mountedAt(pod: Fields, volume: unknown, root: string): string {
  const mount = listAt(pod, "containers", 0, "volumeMounts").find(
    (one) => at(one, "name") === at(volume, "name"),
  );
  const folder = path.join(root, String(at(mount, "mountPath")));
  mkdirSync(folder, { recursive: true });
  return folder;
}

export function belowRoot(text: string, root: string): string {
  return text.replaceAll(/\/var\/(?=run\/veil|lib\/veil)/g, `${root}/var/`);
}

/**
 * Replaces template expressions with 64 hexadecimal digits, which are valid as password, pepper and
 * data key.
 */
function filled(template: Fields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(template).map(([key, text]) => [
      key,
      String(text).replaceAll(/\{\{[^}]*\}\}/g, "ab".repeat(32)),
    ]),
  );
}

function texts(spec: unknown, key: string): string[] {
  return listAt(spec, key).map(String);
}
