const NEEDS_MORE = [
  /\b(?:describeWithServer|describeWhere|describeInBrowser|infraUrl|judgePath|dataFile)\b/,
  /["']node:child_process["']/,
  /["']@veil\/local-stack["']/,
  /^\/\*\* @(?:slow|all|heavy) \S/m,
];

export function isHeavy(text) {
  return /^\/\*\* @heavy \S/m.test(text);
}

/** Returns true for suites that only `npm run test:all` or `--heavy` runs. */
export function isBeyondDefault(text) {
  return /^\/\*\* @(?:all|heavy) \S/m.test(text);
}

export function needsMore(text) {
  return NEEDS_MORE.some((pattern) => pattern.test(text));
}
