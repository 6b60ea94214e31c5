import { describe, expect, test } from "@jest/globals";
import { decodePolicy } from "../manifests/decode-policy.ts";
import { readYamlMapping } from "../manifests/yaml-documents.ts";
import { BLOCK_RULES, EXCEPT_RULES } from "./block-rules.ts";
import { METADATA_RULES } from "./metadata-rules.ts";
import { PEER_RULES } from "./peer-rules.ts";
import { policyRefusals, TYPE_RULES } from "./policy-refusals.ts";
import { PORT_RULES } from "./port-rules.ts";
import { EXPRESSION_RULES, LABEL_RULES } from "./selector-rules.ts";

const metadata = (fields: string) => `{metadata: {name: p, ${fields}}}`;
const spec = (fields: string) => `{metadata: {name: p}, spec: {${fields}}}`;
const port = (fields: string) => spec(`ingress: [{ports: [{${fields}}]}]`);
const peer = (fields: string) => spec(`egress: [{to: [{${fields}}]}]`);
const block = (cidr: string, ...except: readonly string[]) =>
  peer(`ipBlock: {cidr: '${cidr}', except: [${except.map((one) => `'${one}'`).join(", ")}]}`);
const label = (key: string, value: string) =>
  spec(`podSelector: {matchLabels: {'${key}': '${value}'}}`);
const expression = (fields: string) => peer(`namespaceSelector: {matchExpressions: [{${fields}}]}`);
const owner = (fields: string) =>
  metadata(`ownerReferences: [{apiVersion: v1, kind: Pod, name: a, uid: u, ${fields}}]`);
const letters = (count: number) => "a".repeat(count);

/** Each entry has a rule, policies that the API server accepts, and policies that it refuses. */
const CASES: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ["name-missing", [metadata("")], ["{metadata: {namespace: n}}", "{}"]],
  [
    "name",
    [`{metadata: {name: a.b-c.1}}`, `{metadata: {name: ${letters(253)}}}`],
    [
      ...["Upper", "a_b", "-a", "a.", "a..b"].map((name) => `{metadata: {name: '${name}'}}`),
      `{metadata: {name: ${letters(254)}}}`,
    ],
  ],
  [
    "namespace",
    [metadata("namespace: veil-edge"), metadata(`namespace: ${letters(63)}`), metadata("")],
    [metadata("namespace: a.b"), metadata(`namespace: ${letters(64)}`), metadata("namespace: A")],
  ],
  [
    "annotation-key",
    [metadata("annotations: {Example.com/Note: x, note: ''}")],
    [metadata("annotations: {a/b/c: x}"), metadata("annotations: {'a b': x}")],
  ],
  [
    "annotations-size",
    [metadata(`annotations: {a: ${letters(256 * 1024 - 1)}}`)],
    [
      metadata(`annotations: {a: ${letters(256 * 1024)}}`),
      metadata(`annotations: {a: ${"ä".repeat(131_072)}}`),
    ],
  ],
  [
    "finalizer",
    [metadata("finalizers: [example.com/clean-up]")],
    [metadata("finalizers: [/x]"), metadata("finalizers: ['']")],
  ],
  [
    "finalizers-conflict",
    [metadata("finalizers: [orphan]"), metadata("finalizers: [foregroundDeletion]")],
    [metadata("finalizers: [orphan, foregroundDeletion]")],
  ],
  [
    "owner-incomplete",
    [owner("controller: true")],
    ["apiVersion", "kind", "name", "uid"].map((field) =>
      owner("").replace(new RegExp(`${field}: \\w+, (?!.*${field}: )`), ""),
    ),
  ],
  [
    "owner-event",
    [owner(""), owner("").replace("kind: Pod", "kind: Event").replace("v1", "events.k8s.io/v1")],
    [owner("").replace("kind: Pod", "kind: Event")],
  ],
  [
    "owner-controllers",
    [owner("controller: true}, {apiVersion: v1, kind: Pod, name: b, uid: v, controller: false")],
    [owner("controller: true}, {apiVersion: v1, kind: Pod, name: b, uid: v, controller: true")],
  ],
  [
    "label-key",
    [label("app", "a"), label("example.com/app_1.x", "a"), label(`a/${letters(63)}`, "a")],
    [
      ...["", "/app", "example.com/", "a/b/c", "Example.com/app", "-app", "app-", "a b", "ä"].map(
        (key) => label(key, "a"),
      ),
      label(letters(64), "a"),
      label(`${letters(254)}/a`, "a"),
      metadata("labels: {a/b/c: x}"),
      peer("podSelector: {matchLabels: {'a b': x}}"),
      peer("namespaceSelector: {matchLabels: {'a b': x}}"),
    ],
  ],
  [
    "label-value",
    [label("app", ""), label("app", "A_b.c-1"), label("app", letters(63))],
    [
      ...["a b", "-a", "a-", "a/b", "ä"].map((value) => label("app", value)),
      label("app", letters(64)),
      metadata("labels: {app: 'a/b'}"),
    ],
  ],
  [
    "operator",
    ["In, values: [a]", "NotIn, values: [a]", "Exists", "DoesNotExist"].map((operator) =>
      expression(`key: app, operator: ${operator}`),
    ),
    ["in, values: [a]", "Equals", "''"].map((operator) =>
      expression(`key: app, operator: ${operator}`),
    ),
  ],
  [
    "values-missing",
    [expression("key: app, operator: In, values: ['']")],
    [expression("key: app, operator: In"), expression("key: app, operator: NotIn, values: []")],
  ],
  [
    "values-superfluous",
    [expression("key: app, operator: Exists, values: []")],
    ["Exists", "DoesNotExist"].map((operator) =>
      expression(`key: app, operator: ${operator}, values: [a]`),
    ),
  ],
  [
    "expression-key",
    [expression("key: example.com/app, operator: Exists")],
    [expression("operator: Exists"), expression("key: a b, operator: Exists")],
  ],
  [
    "expression-value",
    [expression("key: app, operator: In, values: [a, B.c_d-1]")],
    [expression("key: app, operator: In, values: [a, 'a b']")],
  ],
  [
    "policy-types-count",
    [spec("policyTypes: [Ingress, Egress]"), spec("policyTypes: []"), spec("")],
    [spec("policyTypes: [Ingress, Egress, Ingress]")],
  ],
  [
    "policy-type",
    [spec("policyTypes: [Egress]"), spec("policyTypes: [Ingress, Ingress]")],
    [spec("policyTypes: [ingress]"), spec("policyTypes: [Ingress, '']")],
  ],
  [
    "protocol",
    ["TCP", "UDP", "SCTP", "null"].map((protocol) => port(`protocol: ${protocol}`)),
    ["tcp", "ICMP", "''"].map((protocol) => port(`protocol: ${protocol}`)),
  ],
  [
    "port-number",
    [port("port: 1"), port("port: 65535"), port("port: null")],
    [port("port: 0"), port("port: 65536"), port("port: -1")],
  ],
  [
    "port-name",
    [port("port: http"), port("port: a-1-b"), port("port: 1a"), port(`port: ${letters(15)}`)],
    ["''", "'80'", "1-2", "a--b", "-a", "a-", "HTTP", "a_b", "a.b", letters(16)].map((name) =>
      port(`port: ${name}`),
    ),
  ],
  [
    "end-port-number",
    [port("port: 80, endPort: 65535")],
    [port("port: 80, endPort: 65536"), port("port: 80, endPort: 0")],
  ],
  [
    "end-port-below-port",
    [port("port: 80, endPort: 80"), port("port: 80, endPort: null")],
    [port("port: 80, endPort: 79")],
  ],
  ["end-port-of-name", [port("port: http")], [port("port: http, endPort: 90")]],
  [
    "end-port-without-port",
    [port("protocol: TCP")],
    [port("endPort: 90"), port("port: null, endPort: 90")],
  ],
  [
    "peer-empty",
    [peer("podSelector: {}"), peer("namespaceSelector: {}"), peer("ipBlock: {cidr: 10.0.0.0/8}")],
    [peer(""), peer("podSelector: null"), spec("ingress: [{from: [{}]}]")],
  ],
  [
    "peer-mixed",
    [peer("podSelector: {}, namespaceSelector: {}")],
    ["podSelector", "namespaceSelector"].map((selector) =>
      peer(`ipBlock: {cidr: 10.0.0.0/8}, ${selector}: {}`),
    ),
  ],
  ["cidr-missing", [block("10.0.0.0/8")], [peer("ipBlock: {}"), peer("ipBlock: {cidr: ''}")]],
  [
    "cidr-form",
    [
      "10.0.0.0/8",
      "10.0.0.1/8",
      "0.0.0.0/0",
      "::/0",
      "FE80::/10",
      "::1/128",
      "64:ff9b::10.0.0.0/104",
    ].map((cidr) => block(cidr)),
    [
      ...["10.0.0.1", "::1", "10.0.0.0/33", "::/129", "10.0.0/8", "10.0.0.0/", "10.0.0.0/8/8"],
      ...["010.0.0.0/8", "10.0.0.256/8", "fe80::1%eth0/64", "example.com/8", " 10.0.0.0/8", "/8"],
      ...["10.0.0.0/-1", "10.0.0.0/255.0.0.0", "1::2::3/64", "10.0.0.0/8 "],
    ].map((cidr) => block(cidr)),
  ],
  [
    "cidr-mapped",
    [block("::/80"), block("::fffe:0:0/96"), block("::/96")],
    ["::ffff:0:0/96", "::ffff:10.0.0.0/104", "0:0:0:0:0:FFFF:a00:0/104"].map((cidr) => block(cidr)),
  ],
  [
    "except-form",
    [block("10.0.0.0/8", "10.1.0.0/16"), peer("ipBlock: {cidr: 10.0.0.0/8, except: null}")],
    ["10.1.0.0", "", "10.1.0.0/40", "fe80::%1/64"].map((except) => block("10.0.0.0/8", except)),
  ],
  [
    "except-mapped",
    [block("::/0", "::/80"), block("::/0", "64:ff9b::/96", "::1/128")],
    [
      ...["::ffff:0:0/96", "::ffff:0.0.0.0/96", "::FFFF:10.0.0.0/104", "0::ffff:a00:0/104"].map(
        (except) => block("::/0", except),
      ),
      block("::/64", "0:0:0:0:0:ffff:0:0/96"),
      block("0.0.0.0/0", "::ffff:10.0.0.0/104"),
      spec("ingress: [{from: [{ipBlock: {cidr: '::/0', except: [fc00::/7, '::ffff:0:0/96']}}]}]"),
    ],
  ],
  [
    "except-outside",
    [
      block("10.0.0.0/8", "10.0.0.0/9", "10.255.255.255/32"),
      block("::/0", "fc00::/7", "ff00::/8"),
      block("0.0.0.0/0", "0.0.0.0/8"),
    ],
    [
      block("10.0.0.0/8", "11.0.0.0/16"),
      block("10.0.0.0/8", "10.0.0.0/8"),
      block("10.0.0.0/8", "10.1.2.3/8"),
      block("10.0.0.0/8", "0.0.0.0/0"),
      block("0.0.0.0/0", "0.0.0.0/0"),
      block("::/0", "10.0.0.0/8"),
      block("0.0.0.0/0", "fc00::/7"),
      block("fd00::/8", "fc00::/16"),
    ],
  ],
];

const refusals = (text: string) =>
  policyRefusals(decodePolicy(readYamlMapping(text, "test"), "test")).map(({ rule }) => rule);

const titled = (texts: readonly string[]) =>
  texts.map((text) => ({ text, start: text.slice(0, 120) }));

describe.each(CASES)("policyRefusals for the rule %s", (rule, accepted, refused) => {
  test.each(titled(accepted))("policyRefusals returns no refusal for $start", ({ text }) => {
    expect(refusals(text)).toEqual([]);
  });

  test.each(titled(refused))("policyRefusals returns the rule for $start", ({ text }) => {
    expect(refusals(text)).toContain(rule);
  });
});

test("every rule of the tables has exactly one entry in the cases", () => {
  const tables = [
    ...[METADATA_RULES, LABEL_RULES, EXPRESSION_RULES, PORT_RULES],
    ...[PEER_RULES, BLOCK_RULES, EXCEPT_RULES, TYPE_RULES],
  ];
  const names = tables.flatMap((rows) => rows.map(({ rule }) => rule));
  expect(CASES.map(([rule]) => rule).toSorted()).toEqual(names.toSorted());
});
