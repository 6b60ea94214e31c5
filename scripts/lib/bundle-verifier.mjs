import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { ROOT } from "./root.mjs";

const PACKAGE = "packages/certificate-page";
const LICENSE = /^(?:licen[cs]e|copying)(?:\.(?:md|txt))?$/i;

/**
 * Bundles the verifier for browsers into one module, dist/verifier.js, with the same bytes on every
 * machine. Fails if the verifier imports a module of Node, because browsers have none.
 */
export async function bundleVerifier() {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [`${PACKAGE}/src/browser/main.ts`],
    outfile: `${PACKAGE}/dist/verifier.js`,
    ...{ bundle: true, format: "esm", platform: "browser", target: "es2022", minify: true },
    conditions: ["@veil/source"],
    ...{ write: false, metafile: true, logLevel: "warning", legalComments: "none" },
  });
  const [output] = outputFiles;
  const outside = Object.values(metafile.outputs).flatMap(({ imports }) => imports);
  if (outside.length > 0) throw new Error(`The verifier's bundle imports ${outside[0].path}`);
  write(output.path, `${licenses(metafile)}${output.text}`);
}

/** Writes the file atomically, because a service may read it during a build. */
function write(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, text);
  renameSync(temporary, file);
}

/** Returns a comment that contains the licenses of the bundled packages. */
function licenses({ inputs }) {
  const folders = Object.keys(inputs).flatMap((input) => {
    const [found] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input) ?? [];
    return found === undefined ? [] : [path.join(ROOT, found)];
  });
  const texts = [...new Set(folders)].toSorted().map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(path.join(folder, "package.json"), "utf8"),
    );
    const file = readdirSync(folder).find((entry) => LICENSE.test(entry));
    const text = file === undefined ? license : readFileSync(path.join(folder, file), "utf8");
    return `${name} ${version}\n\n${text.trim()}\n`;
  });
  const all = [
    "Veil Gateway: the verifier of isolation certificates. Apache-2.0. It contains:",
    ...texts,
  ];
  return `/*!\n${all.join("\n").replaceAll("*/", "* /")}*/\n`;
}
