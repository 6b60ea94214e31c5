import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { REPOSITORY } from "./manifests.ts";
import { sourceFiles } from "./source-files.ts";

const FOLDERS = ["packages", "services", "tools", "test-e2e", "docs", "k8s"];
export const ROOT_DOCUMENTS = [
  "README.md",
  "ARCHITECTURE.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
];

export function readDocument(document: string): string {
  return readFileSync(path.join(REPOSITORY, document), "utf8");
}

/** Returns the path of every document in the repository. Omits corpora, whose texts are data. */
export function documents(): string[] {
  const found = [...ROOT_DOCUMENTS, ...sourceFiles(/\.md$/, FOLDERS)];
  return found.filter((file) => !file.includes("/corpora/"));
}

/** Returns a document's links inside the repository whose file or heading does not exist. */
export function brokenLinks(document: string): string[] {
  const links = withoutCode(readDocument(document)).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g);
  return [...links]
    .map(([, target = ""]) => target)
    .filter((target) => !leadsSomewhere(target, document));
}

function leadsSomewhere(target: string, document: string): boolean {
  const [file = "", heading] = target.split("#");
  const name = file === "" ? document : path.join(path.dirname(document), file);
  if (!existsSync(path.join(REPOSITORY, name))) return false;
  return heading === undefined || anchorsOf(readDocument(name)).includes(heading);
}

function anchorsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function withoutCode(text: string): string {
  return text.replaceAll(/^```.*?^```/gms, "").replaceAll(/`[^`\n]*`/g, "``");
}
