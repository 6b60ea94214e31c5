import path from "node:path";
import { parseArgs } from "node:util";

export const RELEASE_USAGE = `Usage: npm run release -- VERSION [options]
Makes a release from the checked-out commit: images, lists of packages, provenance, manifests, chart, documents, and the
signed index release.json (docs/release.md). The same commit and the same Node version always become the same bytes.
Needs no network once the dependencies are installed.

  --key FILE   signs release.json with this Ed25519 key: openssl genpkey -algorithm ed25519 -out FILE
               Without it the release is not signed, so that CI can sign it without a key (docs/release.md).
  --base DIR   an OCI image layout with the base image that the Dockerfile pins; the images then contain its layers and
               can run. Without it they contain only the service's layer.
  --out DIR    the folder to create (default dist/release/VERSION)
  --help`;

export interface ReleaseArguments {
  readonly version: string;
  readonly out: string;
  readonly key: string | undefined;
  readonly base: string | undefined;
}

/** @throws Error with a message for the user */
export function parseReleaseArguments(args: readonly string[]): ReleaseArguments | "help" {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      key: { type: "string" },
      base: { type: "string" },
      out: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return "help";
  const [version = "", ...more] = positionals;
  if (version === "" || more.length > 0)
    throw new Error("Name one version, such as 0.1.0; see --help");
  const out = values.out ?? path.join("dist/release", version);
  return { version, out, key: values.key, base: values.base };
}
