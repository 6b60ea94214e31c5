import { X509Certificate } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { PRINCIPAL_NAMES } from "@veil/crypto";
import { createTestCa } from "@veil/testing/tls";
import { IdentityError, serviceOf, spiffeId } from "./spiffe-id.ts";

const DOMAIN = "veil-gateway";
const BRIDGE = "spiffe://veil-gateway/identity/bridge";
const authority = await createTestCa();

async function holderOf(names: Parameters<typeof authority.issue>[0]) {
  const { cert } = await authority.issue(names);
  return serviceOf(new X509Certificate(cert), DOMAIN);
}

test("spiffeId returns a different ID for each service, from trust domain, zone and name", () => {
  const ids = PRINCIPAL_NAMES.map((name) => spiffeId(name, DOMAIN));
  expect(new Set(ids).size).toBe(PRINCIPAL_NAMES.length);
  expect(spiffeId("bridge", DOMAIN)).toBe(BRIDGE);
});

describe("Certificates that serviceOf accepts", () => {
  test.each(PRINCIPAL_NAMES)(
    "serviceOf returns %s for a certificate whose only URI is that service's ID",
    async (name) => {
      expect(await holderOf({ uris: [spiffeId(name, DOMAIN)] })).toBe(name);
    },
  );

  test("serviceOf ignores DNS names and IP addresses", async () => {
    const names = { uris: [BRIDGE], dns: ["bridge.veil-identity.svc"], ips: ["127.0.0.1"] };
    expect(await holderOf(names)).toBe("bridge");
  });
});

describe("Certificates that serviceOf refuses", () => {
  test.each([
    ["of another trust domain", ["spiffe://elsewhere/identity/bridge"]],
    ["of another zone", ["spiffe://veil-gateway/inference/bridge"]],
    ["of an unknown service", ["spiffe://veil-gateway/identity/oracle"]],
    ["with a path that goes on", [`${BRIDGE}/x`]],
    ["with another scheme", ["https://veil-gateway/identity/bridge"]],
    ["with capitals", ["spiffe://veil-gateway/Identity/bridge"]],
    ["with two URIs, one of them good", [BRIDGE, "spiffe://veil-gateway/edge/edge-gateway"]],
    ["with the same URI twice", [BRIDGE, BRIDGE]],
    ["with a URI that holds another", [`spiffe://x/y, URI:${BRIDGE}`]],
  ])("serviceOf throws for a certificate %s", async (_what, uris) => {
    await expect(holderOf({ uris })).rejects.toThrow(IdentityError);
  });

  test.each([
    ["without a URI", { dns: ["bridge"] }],
    ["with the ID as a DNS name", { dns: [BRIDGE] }],
    ["with a good URI beside a name that Node has to quote", { uris: [BRIDGE], dns: ["a, b"] }],
    ["with a DNS name that reads like a URI", { dns: [`bridge, URI:${BRIDGE}`] }],
  ])("serviceOf throws for a certificate %s", async (_what, names) => {
    await expect(holderOf(names)).rejects.toThrow(IdentityError);
  });
});
