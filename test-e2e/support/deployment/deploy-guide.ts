import { readFileSync } from "node:fs";
import path from "node:path";
import { REPOSITORY } from "./manifests.ts";

export const DEPLOY_GUIDE = readFileSync(path.join(REPOSITORY, "docs/deploy.md"), "utf8");

export function guideCommands(): readonly string[] {
  return [...DEPLOY_GUIDE.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = ""]) => text);
}

/**
 * Returns the block below `<!-- KIND: NAME -->` of docs/deploy.md. @throws Error when there is none
 */
export function guideBlock(
  kind: "kustomization" | "expectations" | "script",
  name: string,
): string {
  const [, text] =
    new RegExp(`^<!-- ${kind}: ${name} -->\\n\\n\`\`\`\\w+\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(
      DEPLOY_GUIDE,
    ) ?? [];
  if (text === undefined) throw new Error(`docs/deploy.md has no ${kind} ${name}`);
  return text;
}
