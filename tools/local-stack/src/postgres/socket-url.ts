/**
 * The maximum length of `sun_path` on macOS without the final NUL. Linux allows four bytes more
 * (unix(7)).
 */
const MAX_PATH_BYTES = 103;

/**
 * Returns the URL with the socket's folder as its host (PostgreSQL documentation, "Connection
 * URIs"), or unchanged if the socket's path is too long.
 */
export function socketUrl(url: string, folder: string, port: number): string {
  if (Buffer.byteLength(`${folder}/.s.PGSQL.${port}`) > MAX_PATH_BYTES) return url;
  const target = new URL(url);
  target.hostname = encodeURIComponent(folder);
  target.port = String(port);
  return target.href;
}
