import { expect, test } from "@jest/globals";
import { allowedHosts } from "./allowed-hosts.ts";

const own = ["localhost:8080", "127.0.0.1:8080", "[::1]:8080"];

test.each(["127.0.0.1", "127.0.0.2", "localhost", "::1"])(
  "A server that listens on %s answers to the names of loopback, to its public one, and to those that are set",
  (host) => {
    expect(allowedHosts({ host, port: 8080 })).toEqual(own);
    const all = allowedHosts({ host, port: 8080 }, ["other"], "https://Gateway.example/path");
    expect(all).toEqual([...own, "other", "gateway.example"]);
  },
);

test.each([0, 80, 443])("At port %i the allowed names have no port", (port) => {
  expect(allowedHosts({ host: "::1", port })).toEqual(["localhost", "127.0.0.1", "[::1]"]);
});

test.each(["0.0.0.0", "::", "10.0.0.1", "127.0.0.1.example"])(
  "A server that listens on %s answers to the configured names, or to any",
  (host) => {
    expect(allowedHosts({ host, port: 8080 }, [], "https://gateway.example")).toBeUndefined();
    expect(allowedHosts({ host, port: 8080 }, ["gateway.example"])).toEqual(["gateway.example"]);
  },
);
