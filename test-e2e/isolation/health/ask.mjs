// Sends a probe like the kubelet's from the pod's node: ask.mjs ADDRESS PORT [PATH]
// Exits with 0 if the port accepts a connection or, with PATH, if the HTTP status is 200 to 399.
import { get } from "node:http";
import { connect } from "node:net";

const [host = "", port = "", path] = process.argv.slice(2);
const end = (isWell) => process.exit(isWell ? 0 : 1);
if (path === undefined) {
  connect({ host, port: Number(port) })
    .on("connect", () => end(true))
    .on("error", () => end(false));
} else {
  get({ host, port, path }, ({ statusCode }) => end(statusCode >= 200 && statusCode < 400)).on(
    "error",
    () => end(false),
  );
}
