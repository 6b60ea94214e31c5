import path from "node:path";
import { DockerfileParser, type Instruction, type PropertyInstruction } from "dockerfile-ast";

/** What the last stage of the Dockerfile says about an image. */
export interface ImageRecipe {
  readonly base: { readonly name: string; readonly digest: string };
  /** `config` of the image's configuration. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Files of the repository that are copied into the working directory. */
  readonly copied: readonly string[];
}

const BASE = /^(.+)@(sha256:[0-9a-f]{64})$/;

/**
 * Reads what the Dockerfile says about the image, with the given values for its arguments.
 * @throws Error for an instruction of the last stage that has no place in an image's configuration
 */
export function readDockerfile(text: string, args: Readonly<Record<string, string>>): ImageRecipe {
  const values = new Map<string, string>();
  let stage: Instruction[] = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const keyword = instruction.getKeyword();
    if (keyword === "ARG") readArgument(instruction, values, args);
    else if (keyword === "FROM") stage = [instruction];
    else stage.push(instruction);
  }
  const fill = (value: string) =>
    value.replace(/\$\{(\w+)\}/g, (_, name: string) => values.get(name) ?? "");
  const [, name = "", digest = ""] = BASE.exec(fill(textOf(stage[0]))) ?? [];
  if (digest === "")
    throw new Error("The last stage of the Dockerfile must name its base by digest");
  const parts = stage.slice(1).map((instruction) => readInstruction(instruction, fill));
  return {
    base: { name, digest },
    config: Object.assign({}, ...parts.map(({ config }) => config)),
    copied: parts.flatMap(({ copied = [] }) => copied),
  };
}

function readArgument(
  instruction: Instruction,
  values: Map<string, string>,
  args: Readonly<Record<string, string>>,
): void {
  const [name = "", ...rest] = textOf(instruction).split("=");
  const value = args[name] ?? (rest.length > 0 ? rest.join("=") : values.get(name));
  if (value !== undefined) values.set(name, value);
}

interface Part {
  readonly config?: Readonly<Record<string, unknown>>;
  readonly copied?: readonly string[];
}

function readInstruction(instruction: Instruction, fill: (value: string) => string): Part {
  const text = textOf(instruction);
  const properties = () =>
    (instruction as PropertyInstruction)
      .getProperties()
      .map((one) => [one.getName(), fill(one.getValue() ?? "")] as const);
  switch (instruction.getKeyword()) {
    case "LABEL":
      return { config: { Labels: Object.fromEntries(properties()) } };
    case "ENV":
      return { config: { Env: properties().map(([name, value]) => `${name}=${value}`) } };
    case "USER":
      return { config: { User: text } };
    case "WORKDIR":
      return { config: { WorkingDir: text } };
    case "STOPSIGNAL":
      return { config: { StopSignal: text } };
    case "ENTRYPOINT":
      return { config: { Entrypoint: JSON.parse(text) } };
    case "CMD":
      return { config: { Cmd: JSON.parse(text) } };
    case "HEALTHCHECK":
      // Only Docker has health checks; a cluster uses the probes of the manifests.
      return {};
    case "COPY":
      return { copied: copiedBy(String(instruction)) };
    default:
      throw new Error(
        `${instruction.getKeyword()} of the Dockerfile is not supported in a release`,
      );
  }
}

/** The files of `COPY FILE ./`. `COPY --from=build /app ./` copies the deployed service. */
function copiedBy(text: string): readonly string[] {
  const [, ...words] = text.split(/\s+/);
  if (words.join(" ") === "--from=build /app ./") return [];
  const [file = "", target, ...more] = words;
  if (target === "./" && more.length === 0 && path.extname(file) !== "") return [file];
  throw new Error(`The release cannot copy as the Dockerfile does: ${text}`);
}

function textOf(instruction: Instruction | undefined): string {
  return (instruction?.getArgumentsContent() ?? "").trim();
}
