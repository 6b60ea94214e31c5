import type { KeyObject } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { sha256Hex } from "@veil/crypto";
import { hashPolicies, loadManifests } from "@veil/netpol";
import {
  type Artifact,
  filesIn,
  gatewayRelease,
  provenanceSubjects,
  RELEASE_FILES,
  type ReleaseIndex,
  VARIANTS,
} from "@veil/release";
import { signRelease } from "@veil/release/sign";
import { readBaseImage } from "./base-image.ts";
import { changelogSection } from "./changelog.ts";
import { parseVexStatements, sbomOf, vexOf } from "./cyclonedx.ts";
import { type ImageRecipe, readDockerfile } from "./dockerfile.ts";
import { writeImage } from "./image.ts";
import { installedPackages } from "./installed-packages.ts";
import { provenanceOf } from "./provenance.ts";
import type { SourceCommit } from "./source.ts";
import { entriesOf, tarOf } from "./tar.ts";

export interface ReleaseParts {
  readonly version: string;
  readonly source: SourceCommit;
  /** The folder of the commit's files. */
  readonly sources: string;
  /** The text of the commit's Dockerfile. */
  readonly dockerfile: string;
  /** The folder of each service's deployed files. */
  readonly apps: ReadonlyMap<string, string>;
  /** An OCI image layout with the base image. */
  readonly base?: string | undefined;
  /** Without it, the release is not signed. */
  readonly key?: KeyObject | undefined;
}

/** Writes a release into an empty folder. Equal parts become equal bytes. */
export async function writeRelease(folder: string, parts: ReleaseParts): Promise<ReleaseIndex> {
  const { version, source, sources, key } = parts;
  const write = (name: string, content: string | Uint8Array) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  };
  const head: Omit<ReleaseIndex, "artifacts"> = {
    ...{ type: "veil/release/v1", version, commit: source.commit },
    committed_at: source.time.toISOString(),
    base: { ...recipeOf("", parts).base, included: parts.base !== undefined },
    images: await writeImages(folder, parts, write),
    network_policy_sha256: copyManifests(folder, sources),
  };
  for (const variant of VARIANTS)
    write(RELEASE_FILES.gateway(variant), gatewayRelease(head, variant));
  await writeDocuments(parts, write);
  const artifacts = artifactsIn(folder);
  const subject = provenanceSubjects({ ...head, artifacts });
  write(RELEASE_FILES.provenance, provenance(subject, parts));
  const index: ReleaseIndex = { ...head, artifacts: artifactsIn(folder) };
  const bytes = Buffer.from(`${JSON.stringify(index, null, 2)}\n`);
  write(RELEASE_FILES.index, bytes);
  if (key !== undefined) write(RELEASE_FILES.signature, signRelease(bytes, version, key));
  return index;
}

type Write = (name: string, content: string | Uint8Array) => void;

/** Writes the image of each service and the list of its packages. @returns the digests by service */
async function writeImages(
  folder: string,
  parts: ReleaseParts,
  write: Write,
): Promise<Record<string, string>> {
  const { version, source, sources, apps } = parts;
  const created = source.time.toISOString();
  const base = parts.base && readBaseImage(parts.base, recipeOf("", parts));
  const images: Record<string, string> = {};
  for (const [service, app] of apps) {
    const recipe = recipeOf(service, parts);
    const copied = recipe.copied.map((file) => ({
      name: `app/${path.basename(file)}`,
      content: () => readFileSync(path.join(sources, file)),
    }));
    const files = await tarOf([...entriesOf(app, "app"), ...copied], source.time);
    const layout = path.join(folder, RELEASE_FILES.image(service));
    const image = { recipe, files, created, version, base: base || undefined };
    const digest = writeImage(layout, image);
    const origin = { version, time: source.time };
    write(RELEASE_FILES.sbom(service), sbomOf(service, digest, installedPackages(app), origin));
    images[service] = digest;
  }
  return images;
}

function recipeOf(service: string, { version, source, dockerfile }: ReleaseParts): ImageRecipe {
  return readDockerfile(dockerfile, {
    ...{ SERVICE: service, VERSION: version, REVISION: source.commit },
    CREATED: source.time.toISOString(),
  });
}

/** Copies the rendered manifests. @returns the hash of their policies by variant */
function copyManifests(folder: string, sources: string): Record<string, string> {
  mkdirSync(path.join(folder, "manifests"), { recursive: true });
  return Object.fromEntries(
    VARIANTS.map((variant) => {
      const target = path.join(folder, RELEASE_FILES.manifests(variant));
      copyFileSync(path.join(sources, `k8s/rendered/${variant}.yaml`), target);
      return [variant, hashPolicies(loadManifests(target).objects).sha256];
    }),
  );
}

async function writeDocuments(
  { version, source, sources }: ReleaseParts,
  write: Write,
): Promise<void> {
  const read = (name: string) => readFileSync(path.join(sources, name));
  const chart = entriesOf(path.join(sources, "helm/veil-gateway"), "veil-gateway");
  write(RELEASE_FILES.chart(version), gzipSync(await tarOf(chart, source.time)));
  write(RELEASE_FILES.accuracy, read("packages/pii/accuracy.json"));
  write(RELEASE_FILES.changelog, changelogSection(read("CHANGELOG.md").toString(), version));
  const statements = parseVexStatements(read("tools/release-maker/vex.json"));
  write(RELEASE_FILES.vex, vexOf(statements, { version, time: source.time }));
}

function provenance(subject: ReturnType<typeof provenanceSubjects>, parts: ReleaseParts): string {
  const recipe = recipeOf("", parts);
  const { Labels: labels } = recipe.config as { readonly Labels: Record<string, string> };
  return provenanceOf({
    ...{ subject, recipe, version: parts.version, commit: parts.source.commit },
    home: labels["org.opencontainers.image.source"] ?? "",
    lockfileSha256: sha256Hex(readFileSync(path.join(parts.sources, "pnpm-lock.yaml"))),
    nodeVersion: process.version,
  });
}

function artifactsIn(folder: string): Artifact[] {
  return filesIn(folder).map((name) => {
    const file = path.join(folder, name);
    const sha256 = sha256Hex(readFileSync(file));
    return { name, sha256, size: statSync(file).size };
  });
}
