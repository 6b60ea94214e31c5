// Makes packages/certificate-page/dist/verifier.js, as `npm start`, `npm test` and the images do; to compare its bytes with
// what a gateway serves.
import { bundleVerifier } from "./lib/bundle-verifier.mjs";

await bundleVerifier();
