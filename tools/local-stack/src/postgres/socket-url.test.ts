import { expect, test } from "@jest/globals";
import { socketUrl } from "./socket-url.ts";

const URL_BY_TCP = "postgres://veil_gateway_app:pass-word@127.0.0.1:5432/veil_gateway";

test("The socket's folder replaces the host in the URL", () => {
  expect(socketUrl(URL_BY_TCP, "/srv/a b/.veil/postgres/data/socket", 20432)).toBe(
    "postgres://veil_gateway_app:pass-word@%2Fsrv%2Fa%20b%2F.veil%2Fpostgres%2Fdata%2Fsocket:20432/veil_gateway",
  );
});

test("When the socket's path exceeds the limit, then socketUrl returns the TCP URL unchanged", () => {
  const [fits, tooLong] = [`/${"a".repeat(87)}`, `/${"a".repeat(88)}`];
  expect(socketUrl(URL_BY_TCP, fits, 20432)).toContain("%2F");
  expect(socketUrl(URL_BY_TCP, tooLong, 20432)).toBe(URL_BY_TCP);
});
