import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { sha256Hex } from "@veil/crypto";
import type { BaseImage, Descriptor } from "./base-image.ts";
import type { ImageRecipe } from "./dockerfile.ts";

const MANIFEST = "application/vnd.oci.image.manifest.v1+json";
const CONFIG = "application/vnd.oci.image.config.v1+json";
const LAYER = "application/vnd.oci.image.layer.v1.tar+gzip";
/** The only platform: some packages contain programs for it. */
const PLATFORM = { architecture: "amd64", os: "linux" } as const;

export interface ImageParts {
  readonly recipe: ImageRecipe;
  /** The tar of the service's files. */
  readonly files: Buffer;
  /** The layers below the service's files. Without it, the image has only the service's layer. */
  readonly base: BaseImage | undefined;
  readonly created: string;
  readonly version: string;
}

/** Writes an image as an OCI image layout. @returns the digest of its manifest */
export function writeImage(folder: string, parts: ImageParts): string {
  const blobs = path.join(folder, "blobs/sha256");
  mkdirSync(blobs, { recursive: true });
  const write = (mediaType: string, content: Uint8Array): Descriptor => {
    const hash = sha256Hex(content);
    writeFileSync(path.join(blobs, hash), content);
    return { mediaType, digest: `sha256:${hash}`, size: content.length };
  };
  const { base, recipe, files, version } = parts;
  base?.copyLayers(blobs);
  const layer = write(LAYER, gzipSync(files));
  const config = write(CONFIG, json(configOf(parts, `sha256:${sha256Hex(files)}`)));
  const manifest = write(
    MANIFEST,
    json({
      ...{ schemaVersion: 2, mediaType: MANIFEST, config },
      layers: [...(base?.layers ?? []), layer],
      annotations: {
        "org.opencontainers.image.base.name": recipe.base.name,
        "org.opencontainers.image.base.digest": recipe.base.digest,
      },
    }),
  );
  const annotations = { "org.opencontainers.image.ref.name": version };
  const index = { schemaVersion: 2, manifests: [{ ...manifest, platform: PLATFORM, annotations }] };
  writeFileSync(path.join(folder, "index.json"), json(index));
  writeFileSync(path.join(folder, "oci-layout"), json({ imageLayoutVersion: "1.0.0" }));
  return manifest.digest;
}

function configOf({ recipe, base, created }: ImageParts, diffId: string) {
  const { Env: own = [], ...config } = recipe.config as { readonly Env?: readonly string[] };
  return {
    ...{ created, ...PLATFORM },
    config: { ...config, Env: [...(base?.env ?? []), ...own] },
    rootfs: { type: "layers", diff_ids: [...(base?.diffIds ?? []), diffId] },
    history: [
      ...(base?.history ?? []),
      { created, created_by: "COPY the service's files to /app" },
    ],
  };
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
