// Makes packages/certificate-page/dist/verifier.js, as `npm start`, `npm test` and the images do.
// Use it to compare the bytes with those that a gateway serves.
import { bundleVerifier } from "./lib/bundle-verifier.mjs";

await bundleVerifier();
