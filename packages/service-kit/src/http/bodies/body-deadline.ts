const FIRST_MS = 10_000;
const MS_PER_BYTE = 1_000 / (64 * 1024);

interface BodyDeadline {
  arrived(bytes: number): void;
  stop(): void;
}

/**
 * Starts a deadline of 10 s plus 1 s for each 64 kB of `Content-Length`. Without that header, each
 * 64 kB that arrive extend it by 1 s.
 */
export function startBodyDeadline(
  announcedBytes: number | undefined,
  onLate: () => void,
): BodyDeadline {
  let earnedMs = 0;
  const expire = () => {
    if (earnedMs < 1) return onLate();
    timer = setTimeout(expire, earnedMs);
    earnedMs = 0;
  };
  let timer = setTimeout(expire, FIRST_MS + (announcedBytes ?? 0) * MS_PER_BYTE);
  return {
    arrived(bytes) {
      if (announcedBytes === undefined) earnedMs += bytes * MS_PER_BYTE;
    },
    stop: () => clearTimeout(timer),
  };
}

export function longestBodyMs(limitBytes: number): number {
  return FIRST_MS + limitBytes * MS_PER_BYTE;
}
