/** @throws Error with a message for the user */
export function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number))
    throw new Error(`${option} must be a whole number`);
  return number;
}
