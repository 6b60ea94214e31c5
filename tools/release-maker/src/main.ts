import path from "node:path";
import { parseReleaseArguments, RELEASE_USAGE } from "./arguments.ts";
import { makeRelease } from "./make-release.ts";

const REPOSITORY = path.resolve(import.meta.dirname, "../../..");

try {
  const args = parseReleaseArguments(process.argv.slice(2));
  if (args === "help") process.stdout.write(`${RELEASE_USAGE}\n`);
  else {
    const progress = (text: string) => void process.stderr.write(`> ${text}\n`);
    const { images, artifacts } = await makeRelease(args, {
      ...{ repository: REPOSITORY, env: process.env, progress },
    });
    for (const [service, digest] of Object.entries(images))
      process.stdout.write(`${service} ${digest}\n`);
    const signed = args.key === undefined ? "not signed" : "signed";
    progress(`${args.out}: ${artifacts.length} artifacts, ${signed}`);
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
