// Writes good and bad certificates, with which you can test your own verifier.
// Usage: node scripts/bad-certificates.mjs FOLDER
import { existsSync } from "node:fs";
import { requireNode } from "./lib/node-version.mjs";

requireNode();
const { prepare } = await import("./lib/prepare.mjs");

const [folder, ...rest] = process.argv.slice(2);
if (folder === undefined || rest.length > 0) {
  console.error("Usage: node scripts/bad-certificates.mjs FOLDER");
  process.exit(2);
}
if (existsSync(folder)) {
  console.error("The folder exists already: name a new one");
  process.exit(2);
}
try {
  await prepare(["packages/testing"]);
  const { writeCertificateFolder } = await import("../packages/testing/dist/certificates/index.js");
  const written = writeCertificateFolder(folder);
  const bad = written.filter(({ expected }) => expected !== "valid").length;
  console.log(`${written.length - bad} good and ${bad} bad certificates`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
