import { expect, test } from "@jest/globals";
import { allowedHosts } from "./allowed-hosts.ts";

const own = ["localhost:8080", "127.0.0.1:8080", "[::1]:8080"];

test.each(["127.0.0.1", "127.0.0.2", "localhost", "::1"])(
  "On the loopback address %s, allowedHosts returns loopback names, configured names, and the public host",
  (host) => {
    expect(allowedHosts({ host, port: 8080 })).toEqual(own);
    const all = allowedHosts({ host, port: 8080 }, ["other"], "https://Gateway.example/path");
    expect(all).toEqual([...own, "other", "gateway.example"]);
  },
);

test.each([0, 80, 443])("For port %i, allowedHosts returns names without a port", (port) => {
  expect(allowedHosts({ host: "::1", port })).toEqual(["localhost", "127.0.0.1", "[::1]"]);
});

test.each(["0.0.0.0", "::", "10.0.0.1", "127.0.0.1.example"])(
  "On the address %s, allowedHosts returns the configured names, or undefined without any",
  (host) => {
    expect(allowedHosts({ host, port: 8080 }, [], "https://gateway.example")).toBeUndefined();
    expect(allowedHosts({ host, port: 8080 }, ["gateway.example"])).toEqual(["gateway.example"]);
  },
);
