// Stands in for the model providers and a witness: internet.mjs HOST...
// Accepts TLS on port 443 for these names, and forwards each connection to the Unix socket
// /servers/HOST, whose server runs outside the pod.
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { createServer } from "node:tls";

const hosts = process.argv.slice(2);
const key = readFileSync("/servers/key.pem");
const cert = readFileSync("/servers/cert.pem");

createServer({ key, cert, noDelay: true }, (client) => {
  client.on("error", () => undefined);
  if (!hosts.includes(client.servername)) return void client.destroy();
  const server = connect(`/servers/${client.servername}`);
  server.on("error", () => undefined);
  server.on("close", () => client.destroy());
  client.on("close", () => server.destroy());
  client.pipe(server);
  server.pipe(client);
})
  // The probes of agents do not use TLS.
  .on("tlsClientError", () => undefined)
  .listen(443, "0.0.0.0");
