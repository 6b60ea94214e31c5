// The model providers: internet.mjs HOST...
// TLS on port 443 for these names; connections are forwarded to /providers/HOST, a socket outside.
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { createServer } from "node:tls";

const hosts = process.argv.slice(2);
const key = readFileSync("/providers/key.pem");
const cert = readFileSync("/providers/cert.pem");

createServer({ key, cert, noDelay: true }, (client) => {
  client.on("error", () => undefined);
  if (!hosts.includes(client.servername)) return void client.destroy();
  const provider = connect(`/providers/${client.servername}`);
  provider.on("error", () => undefined);
  provider.on("close", () => client.destroy());
  client.on("close", () => provider.destroy());
  client.pipe(provider);
  provider.pipe(client);
})
  // Agents probe without TLS.
  .on("tlsClientError", () => undefined)
  .listen(443, "0.0.0.0");
