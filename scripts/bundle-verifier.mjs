// Builds packages/certificate-page/dist/verifier.js in the same way as `npm start`, `npm test` and
// the images. Use it to check that a gateway serves the same bytes.
import { bundleVerifier } from "./lib/bundle-verifier.mjs";

await bundleVerifier();
