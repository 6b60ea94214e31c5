import { expect, test } from "@jest/globals";
import { templateHosts } from "./template-hosts.ts";

test.each<[string, string[]]>([
  ["Answer with a link to https://shop.example/orders/{id}.", ["shop.example"]],
  ["Use http://Shop.Example:8080/ or https://b.example", ["shop.example:8080", "b.example"]],
  ["[orders](https://shop.example/orders?q={q})", ["shop.example"]],
  ['{{"url": "https://shop.example/x"}}', ["shop.example"]],
  [
    "see shop.example/orders and https://müller.example/",
    ["shop.example", "xn--mller-kva.example"],
  ],
  ["https://shop.example:443/ https://shop.example/", ["shop.example"]],
])("The template %j has the hosts %j", (template, hosts) => {
  expect(templateHosts(template)).toEqual(hosts);
});

test.each([
  "Summarise: {letter}",
  "https://{host}/orders",
  "https://shop.{tld}/orders",
  "https://{sub}.example/orders",
  "https://shop.example{rest}",
  "https://shop.example:{port}/",
  "{scheme}shop.example/orders",
  "https://user@shop.example/",
  "write to help@shop.example",
])("The template %j names no host", (template) => {
  expect(templateHosts(template)).toEqual([]);
});
