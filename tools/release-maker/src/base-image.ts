import { copyFileSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { checkedJson } from "@veil/contracts/parsing";
import { sha256Hex } from "@veil/crypto";
import { type Static, Type } from "typebox";
import type { ImageRecipe } from "./dockerfile.ts";

const Descriptor = Type.Object({
  mediaType: Type.String(),
  digest: Type.String({ pattern: "^sha256:[0-9a-f]{64}$" }),
  size: Type.Integer(),
});
export type Descriptor = Static<typeof Descriptor>;
const Platform = Type.Object({ architecture: Type.String(), os: Type.String() });
const parseIndex = checkedJson(
  Type.Object({
    manifests: Type.Array(
      Type.Intersect([Descriptor, Type.Object({ platform: Type.Optional(Platform) })]),
    ),
  }),
);
const parseManifest = checkedJson(
  Type.Object({ config: Descriptor, layers: Type.Array(Descriptor) }),
);
const parseConfig = checkedJson(
  Type.Object({
    config: Type.Object({ Env: Type.Optional(Type.Array(Type.String())) }),
    rootfs: Type.Object({ diff_ids: Type.Array(Type.String()) }),
    history: Type.Optional(Type.Array(Type.Unknown())),
  }),
);

/** What an image gets from its base. */
export interface BaseImage {
  readonly layers: readonly Descriptor[];
  readonly diffIds: readonly string[];
  readonly env: readonly string[];
  readonly history: readonly unknown[];
  copyLayers(blobs: string): void;
}

/**
 * Reads the base image of the Dockerfile for linux/amd64 from an OCI image layout. Each blob must
 * have its digest, beginning with the one that the Dockerfile pins.
 * @throws Error that says how to get the layout
 */
export function readBaseImage(layout: string, { base }: ImageRecipe): BaseImage {
  const fileOf = (digest: string) => path.join(layout, "blobs", digest.replace(":", "/"));
  const blob = (digest: string): Buffer => {
    const content = existsSync(fileOf(digest)) ? readFileSync(fileOf(digest)) : Buffer.alloc(0);
    if (`sha256:${sha256Hex(content)}` === digest) return content;
    throw new Error(
      `${layout} does not contain ${digest}; copy the base image: skopeo copy --all --preserve-digests docker://${base.name}@${base.digest} oci:${layout}`,
    );
  };
  const { manifests } = parseIndex(blob(base.digest));
  const ours = manifests.find(
    ({ platform }) => platform?.os === "linux" && platform.architecture === "amd64",
  );
  if (ours === undefined) throw new Error(`${base.name} has no image for linux/amd64`);
  const { config, layers } = parseManifest(blob(ours.digest));
  const { config: settings, rootfs, history = [] } = parseConfig(blob(config.digest));
  for (const { digest } of layers) blob(digest);
  return {
    ...{ layers, diffIds: rootfs.diff_ids, env: settings.Env ?? [], history },
    copyLayers(blobs) {
      for (const { digest } of layers)
        copyFileSync(fileOf(digest), path.join(blobs, digest.replace("sha256:", "")));
    },
  };
}
