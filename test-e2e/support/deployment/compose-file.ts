import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { REPOSITORY } from "./manifests.ts";

export interface ComposeService {
  readonly image: string;
  readonly build?: { readonly args: { readonly SERVICE: string } };
  readonly user: string;
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly ComposeFileMount[];
  readonly configs?: readonly ComposeFileMount[];
  readonly networks: readonly string[];
  readonly ports?: readonly string[];
  readonly profiles?: readonly string[];
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly healthcheck?: {
    readonly test?: readonly string[];
    readonly timeout?: string;
    readonly disable?: boolean;
  };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

interface ComposeFileMount {
  readonly source: string;
  readonly target: string;
}

interface ComposeNetwork {
  readonly internal?: boolean;
  readonly driver_opts?: Readonly<Record<string, string>>;
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, ComposeNetwork>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly configs: Readonly<Record<string, { readonly file?: string; readonly content?: string }>>;
}

export function composeFile(): ComposeFile {
  return parse(readFileSync(path.join(REPOSITORY, "docker-compose.yml"), "utf8")) as ComposeFile;
}
