import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { type Fields, listAt, REPOSITORY } from "./manifests.ts";
import type { GuideFolder } from "./renderer.ts";

/** Where the store of the tests' archive is. */
export const ARCHIVE_SUBNET = "10.1.0.0/24";

const read = (file: string) => readFileSync(path.join(REPOSITORY, file), "utf8");

export const DEPLOY_GUIDE = read("docs/deploy.md");
export const TRY_GUIDE = read("docs/deploy-try.md");
export const SMALL_GUIDE = read("docs/deploy-small.md");

export function guideCommands(guide: string): readonly string[] {
  return [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = ""]) => text);
}

/**
 * Returns the block below `<!-- KIND: NAME -->` of a guide. @throws Error when there is none
 */
export function guideBlock(
  kind: "kustomization" | "expectations" | "script",
  name: string,
  guide = DEPLOY_GUIDE,
): string {
  const [, text] =
    new RegExp(`^<!-- ${kind}: ${name} -->\\n\\n\`\`\`\\w+\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(
      guide,
    ) ?? [];
  if (text === undefined) throw new Error(`The guide has no ${kind} ${name}`);
  return text;
}

/**
 * Adds the archive to the overlay `my-cluster`, which has the guide's copied files: the address of the
 * store, and the lists of the guide's block.
 */
export function addArchive({ folder, write }: GuideFolder): void {
  const file = "my-cluster/addresses/addresses.yaml";
  const addresses = readFileSync(path.join(folder, file), "utf8");
  write(file, `${addresses}  archive-cidr: ${ARCHIVE_SUBNET}\n`);
  const own = parse(guideBlock("kustomization", "my-cluster")) as Fields;
  const added = parse(guideBlock("kustomization", "archive")) as Fields;
  const lists = Object.keys(added).map((list) => [
    list,
    [...listAt(own, list), ...listAt(added, list)],
  ]);
  write("my-cluster/kustomization.yaml", JSON.stringify({ ...own, ...Object.fromEntries(lists) }));
}

/** Adds a component to the overlay in `place`, after the others. */
export function addComponent({ folder, write }: GuideFolder, component: string): void {
  const file = "my-cluster/kustomization.yaml";
  const own = parse(readFileSync(path.join(folder, file), "utf8")) as Fields;
  write(file, JSON.stringify({ ...own, components: [...listAt(own, "components"), component] }));
}
