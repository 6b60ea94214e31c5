// HEALTHCHECK of the images: exits with 0 if the service is ready. Needs neither a shell nor curl.
const { OPS_PORT } = process.env;
const answer = await fetch(`http://127.0.0.1:${OPS_PORT}/ready`, {
  signal: AbortSignal.timeout(4_000),
}).catch(() => undefined);
process.exitCode = answer?.ok === true ? 0 : 1;
