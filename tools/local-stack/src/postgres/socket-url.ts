/** Linux allows four bytes more than macOS: `sun_path` without its end, unix(7). */
const MAX_PATH_BYTES = 103;

/**
 * Returns the URL unchanged if the socket's path is too long. The folder is the host: PostgreSQL
 * documentation, "Connection URIs".
 */
export function socketUrl(url: string, folder: string, port: number): string {
  if (Buffer.byteLength(`${folder}/.s.PGSQL.${port}`) > MAX_PATH_BYTES) return url;
  const target = new URL(url);
  target.hostname = encodeURIComponent(folder);
  target.port = String(port);
  return target.href;
}
