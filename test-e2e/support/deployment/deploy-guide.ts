import { readFileSync } from "node:fs";
import path from "node:path";
import { REPOSITORY } from "./manifests.ts";

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
