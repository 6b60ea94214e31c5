import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestPem } from "./test-ca.ts";

export interface TlsFolder {
  readonly certFile: string;
  readonly keyFile: string;
  readonly caFile: string;
  /** Replaces the files by swapping a symbolic link, like Kubernetes. */
  write(pem: TestPem): void;
  remove(): void;
}

/** The folder's mode, regardless of `umask`. */
const PRIVATE = { recursive: true, mode: 0o700 } as const;

export function createTlsFolder(pem: TestPem, folder = temporaryFolder()): TlsFolder {
  let version = 0;

  function write({ cert, key, ca }: TestPem): void {
    version += 1;
    const next = `..${version}`;
    mkdirSync(path.join(folder, next), PRIVATE);
    const contents = { "tls.crt": cert, "tls.key": key, "ca.crt": ca };
    for (const [name, text] of Object.entries(contents))
      writeFileSync(path.join(folder, next, name), text, { mode: 0o600 });
    symlinkSync(next, path.join(folder, "..data_tmp"));
    renameSync(path.join(folder, "..data_tmp"), path.join(folder, "..data"));
  }

  mkdirSync(folder, PRIVATE);
  write(pem);
  const linked = (name: string) => {
    const file = path.join(folder, name);
    symlinkSync(path.join("..data", name), file);
    return file;
  };
  return {
    certFile: linked("tls.crt"),
    keyFile: linked("tls.key"),
    caFile: linked("ca.crt"),
    write,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function temporaryFolder(): string {
  return mkdtempSync(path.join(tmpdir(), "veil-tls-"));
}
