import { Enums, Models, Serialize, SPDX, Spec } from "@cyclonedx/cyclonedx-library";
import { checkedJson } from "@veil/contracts/parsing";
import { type Static, Type } from "typebox";
import type { InstalledPackage } from "./installed-packages.ts";

const { Bom, Component, Metadata, NamedLicense, SpdxLicense, Vulnerability } = Models;

/** What a document is about, and the time of every document of a release. */
export interface DocumentOrigin {
  readonly version: string;
  readonly time: Date;
}

/** Returns the CycloneDX list of the packages in the image of a service. */
export function sbomOf(
  service: string,
  digest: string,
  packages: readonly InstalledPackage[],
  { version, time }: DocumentOrigin,
): string {
  const image = new Component(Enums.ComponentType.Container, service, {
    ...{ version, bomRef: `image:${service}` },
    purl: `pkg:oci/${service}@${encodeURIComponent(digest)}`,
    hashes: new Models.HashDictionary([
      [Enums.HashAlgorithm["SHA-256"], digest.replace("sha256:", "")],
    ]),
  });
  const bom = new Bom({ metadata: new Metadata({ component: image, timestamp: time }) });
  for (const one of packages) {
    const component = componentOf(one);
    bom.components.add(component);
    image.dependencies.add(component.bomRef);
  }
  return serialized(bom);
}

function componentOf({ name, version, license }: InstalledPackage) {
  const [, group, short = name] = /^@([^/]+)\/(.+)$/.exec(name) ?? [];
  const purl = purlOf(name, version);
  const component = new Component(Enums.ComponentType.Library, short, {
    ...{ version, purl, bomRef: purl },
    ...(group !== undefined && { group: `@${group}` }),
  });
  if (license !== undefined)
    component.licenses.add(
      SPDX.isSupportedSpdxId(license) ? new SpdxLicense(license) : new NamedLicense(license),
    );
  return component;
}

function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

const Statements = Type.Array(
  Type.Object(
    {
      /** Such as CVE-2026-12345. */
      id: Type.String(),
      package: Type.String(),
      version: Type.String(),
      state: Type.Enum(Enums.Vulnerability.AnalysisState),
      justification: Type.Optional(Type.Enum(Enums.Vulnerability.AnalysisJustification)),
      /** Why the product is, or is not, affected. */
      detail: Type.String(),
    },
    { additionalProperties: false },
  ),
);
export type VexStatement = Static<typeof Statements>[number];

/** Parses the table of statements about vulnerabilities. @throws ApiError */
export const parseVexStatements = checkedJson(Statements);

/** Returns the CycloneDX document that states whether known vulnerabilities affect the release. */
export function vexOf(
  statements: readonly VexStatement[],
  { version, time }: DocumentOrigin,
): string {
  const product = new Component(Enums.ComponentType.Application, "veil-gateway", {
    ...{ version, bomRef: `veil-gateway@${version}` },
  });
  const bom = new Bom({ metadata: new Metadata({ component: product, timestamp: time }) });
  for (const { id, package: name, version: affected, ...analysis } of statements) {
    const component = componentOf({ name, version: affected, license: undefined });
    bom.components.add(component);
    bom.vulnerabilities.add(
      new Vulnerability.Vulnerability({
        id,
        affects: new Vulnerability.AffectRepository([new Vulnerability.Affect(component.bomRef)]),
        analysis: new Vulnerability.Analysis(analysis),
      }),
    );
  }
  return serialized(bom);
}

function serialized(bom: InstanceType<typeof Bom>): string {
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  const text = new Serialize.JsonSerializer(factory).serialize(bom, { sortLists: true, space: 2 });
  return `${text}\n`;
}
