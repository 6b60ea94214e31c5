/** Bytes of `sun_path` without its end, on Linux and, four fewer, on macOS. unix(7) */
const MAX_PATH_BYTES = 103;

/**
 * The URL with the socket in `folder` in place of host and port; as it was where the socket's path is longer than a
 * socket's may be. The folder is a host in percent-encoding: PostgreSQL documentation, "Connection URIs".
 */
export function socketUrl(url: string, folder: string, port: number): string {
  if (Buffer.byteLength(`${folder}/.s.PGSQL.${port}`) > MAX_PATH_BYTES) return url;
  const target = new URL(url);
  target.hostname = encodeURIComponent(folder);
  target.port = String(port);
  return target.href;
}
