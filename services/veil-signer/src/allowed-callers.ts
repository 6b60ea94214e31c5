export const ALLOWED_CALLERS = ["edge-gateway"] as const;
