import { describe, expect, test } from "@jest/globals";
import { readPolicy } from "./read-policy.ts";
import { readYamlMapping } from "./yaml-documents.ts";

const read = (spec: string) =>
  readPolicy(readYamlMapping(`{metadata: {name: p}, spec: ${spec}}`, "test"), "p");

describe("readPolicy for policies that the API server refuses", () => {
  test.each([
    ["{policyTypes: [ingress]}", /only contain Ingress and Egress/],
    ["{ingress: {}}", /must be a list/],
    ["{ingress: [{from: [{}]}]}", /needs podSelector/],
    ["{ingress: [{from: [{podSelector: null}]}]}", /needs podSelector/],
    ["{ingress: [{from: [{podSelector: {}, ipBlock: {cidr: 10.0.0.0/8}}]}]}", /use one of them/],
    ["{ingress: [{from: [{ipBlock: {}}]}]}", /cidr must be a string/],
    ["{ingress: [{ports: [{port: 0}]}]}", /1 to 65535/],
    ["{ingress: [{ports: [{port: 65536}]}]}", /1 to 65535/],
    ["{ingress: [{ports: [{port: '80'}]}]}", /neither a number nor the name/],
    ["{ingress: [{ports: [{protocol: tcp}]}]}", /TCP, UDP or SCTP/],
    ["{ingress: [{ports: [{port: 80, endPort: 79}]}]}", /less than port/],
    ["{ingress: [{ports: [{port: http, endPort: 90}]}]}", /1 to 65535/],
    ["{ingress: [{ports: [{endPort: 90}]}]}", /1 to 65535/],
    ["{podSelector: {matchLabels: {a: 1}}}", /put it in quotes/],
    ["{podSelector: {matchLabels: {a: true}}}", /put it in quotes/],
    [
      "{podSelector: {matchExpressions: [{key: a, operator: Is, values: [b]}]}}",
      /one of In, NotIn/,
    ],
    ["{podSelector: {matchExpressions: [{key: a, operator: In}]}}", /needs values/],
    ["{podSelector: {matchExpressions: [{key: a, operator: Exists, values: [b]}]}}", /takes no/],
    ["{podSelector: {matchExpressions: [{operator: Exists}]}}", /key must be a string/],
  ])("readPolicy throws for %s", (spec, message) => {
    expect(() => read(spec)).toThrow(message);
  });
});

test("readPolicy throws one error with all reasons and their places", () => {
  const spec =
    "{egress: [{to: [{ipBlock: {cidr: '::/0', except: ['::ffff:0:0/96', 'fc00::/7']}}], ports: [{port: 80, endPort: 79}]}]}";
  expect(() => read(spec)).toThrow(
    /^p is refused: spec\.egress\[0\]\.ports\[0\]\.endPort is less than port \(80\); spec\.egress\[0\]\.to\[0\]\.ipBlock\.except\[0\] is an IPv4-mapped address.*\(::ffff:0:0\/96\)$/,
  );
});

test("readPolicy fills in the API server's defaults for absent fields", () => {
  expect(read("{ingress: [{ports: [{port: 80}]}]}")).toEqual({
    ...{ namespace: "default", name: "p", podSelector: [], types: ["Ingress"], egress: [] },
    ingress: [{ peers: [], ports: [{ protocol: "TCP", port: 80 }] }],
  });
});
