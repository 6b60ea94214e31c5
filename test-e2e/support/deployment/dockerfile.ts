import { readFileSync } from "node:fs";
import path from "node:path";
import { DockerfileParser } from "dockerfile-ast";
import { REPOSITORY } from "./manifests.ts";

export interface DockerInstruction {
  readonly keyword: string;
  readonly text: string;
  readonly flags: readonly string[];
  /** The words of the exec form, or undefined for the shell form. */
  readonly exec: readonly string[] | undefined;
}

/** Returns the instructions by stage. The first entry has those before the first FROM. */
export function dockerfileStages(): readonly (readonly DockerInstruction[])[] {
  const text = readFileSync(path.join(REPOSITORY, "Dockerfile"), "utf8");
  const stages: DockerInstruction[][] = [[]];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const keyword = instruction.getKeyword();
    const joined = (instruction.getArgumentsContent() ?? "").replaceAll(/\\\n\s*/g, "");
    if (keyword === "FROM") stages.push([]);
    stages
      .at(-1)
      ?.push({ keyword, text: joined, flags: flagsOf(instruction), exec: execOf(joined) });
  }
  return stages;
}

function flagsOf(instruction: object): readonly string[] {
  if (!("getFlags" in instruction)) return [];
  return String(instruction)
    .split(" ")
    .filter((word) => word.startsWith("--"));
}

function execOf(text: string): readonly string[] | undefined {
  const [list] = /\[.*\]$/.exec(text) ?? [];
  return list === undefined ? undefined : (JSON.parse(list) as string[]);
}
