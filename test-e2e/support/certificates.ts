import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PRINCIPAL_NAMES, type PrincipalName } from "@veil/crypto";
import { spiffeId } from "@veil/service-kit/tls";
import {
  createTestCa,
  createTlsFolder,
  type TestCa,
  type TestPem,
  type TlsFolder,
} from "@veil/testing/tls";

/** The services' certificates, in a folder for `StackOptions.certificatesDir`. */
export interface Certificates {
  readonly folder: string;
  readonly authority: TestCa;
  of(service: PrincipalName): TestPem;
  replace(service: PrincipalName, pem: TestPem): void;
  remove(): void;
}

export function certificateOf(service: PrincipalName, authority: TestCa): Promise<TestPem> {
  return authority.issue({ uris: [spiffeId(service, "veil-gateway")] });
}

export async function makeCertificates(): Promise<Certificates> {
  const authority = await createTestCa();
  const folder = mkdtempSync(path.join(tmpdir(), "veil-certificates-"));
  const held = new Map<PrincipalName, TestPem>();
  const folders = new Map<PrincipalName, TlsFolder>();
  for (const service of PRINCIPAL_NAMES) {
    const pem = await certificateOf(service, authority);
    held.set(service, pem);
    folders.set(service, createTlsFolder(pem, path.join(folder, service)));
  }
  return {
    folder,
    authority,
    of(service) {
      const pem = held.get(service);
      if (pem === undefined) throw new Error(`No certificate for ${service}`);
      return pem;
    },
    replace(service, pem) {
      held.set(service, pem);
      folders.get(service)?.write(pem);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
