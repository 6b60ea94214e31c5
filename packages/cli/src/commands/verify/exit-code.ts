const FIRST_EXIT_CODE = 10;

export function exitCodeOf(number: number): number {
  return FIRST_EXIT_CODE + number;
}
