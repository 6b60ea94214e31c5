/** What a check of a release found wrong. */
export interface ReleaseFinding {
  readonly check: ReleaseCheck;
  /** What is wrong, and what to do about it. */
  readonly problem: string;
}

/** The checks in their order. */
export const RELEASE_CHECKS = {
  signature: "the key signed release.json",
  artifacts: "the folder has exactly the files of release.json, unchanged",
  images: "each image is what release.json names, and complete",
  sboms: "each list of packages is about its image",
  provenance: "the provenance is about this release",
  gateway: "the gateway's RELEASE_FILE names these images and policies",
  policies: "the manifests have the policies that release.json names",
  running_images: "the cluster runs the images of the release",
  release_file: "the RELEASE_FILE of the cluster's gateway names the images of the release",
  running_policies: "the cluster has the policies of the release",
  running_trust: "the services have the reviewed trust bundle",
} as const;
export type ReleaseCheck = keyof typeof RELEASE_CHECKS;

export function findings(check: ReleaseCheck, problems: readonly string[]): ReleaseFinding[] {
  return problems.map((problem) => ({ check, problem }));
}
