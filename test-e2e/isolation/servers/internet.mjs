// The providers of models, as the Internet has them: internet.mjs HOST...
// TLS on port 443 for these names; what comes is passed on to /doors/HOST, a socket outside.
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { createServer } from "node:tls";

const hosts = process.argv.slice(2);
const key = readFileSync("/doors/key.pem");
const cert = readFileSync("/doors/cert.pem");

createServer({ key, cert, noDelay: true }, (client) => {
  client.on("error", () => undefined);
  if (!hosts.includes(client.servername)) return void client.destroy();
  const provider = connect(`/doors/${client.servername}`);
  provider.on("error", () => undefined);
  provider.on("close", () => client.destroy());
  client.on("close", () => provider.destroy());
  client.pipe(provider);
  provider.pipe(client);
})
  // An agent's probe is no TLS.
  .on("tlsClientError", () => undefined)
  .listen(443, "0.0.0.0");
