/** The names in a suite's file that mark it as slow, and the comment that marks any other. */
const NEEDS_MORE = [
  /\b(?:describeWithServer|describeWhere|infraUrl|judgePath|dataFile)\b/,
  /["']node:child_process["']/,
  /["']@veil\/local-stack["']/,
  /^\/\*\* @(?:slow|heavy) \S/m,
];

/** Whether the suite with this text runs with `--heavy`, or when it is named, alone. */
export function isHeavy(text) {
  return /^\/\*\* @heavy \S/m.test(text);
}

/** Whether the suite with this text is left out of `npm test -- --fast`. */
export function needsMore(text) {
  return NEEDS_MORE.some((pattern) => pattern.test(text));
}
