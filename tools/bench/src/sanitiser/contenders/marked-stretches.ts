/**
 * Finds the stretches of text that the marks replaced. Each mark replaced at least one code unit.
 * If several stretches fit, returns the shortest one. Use this function only for short texts,
 * because its time grows with the product of both lengths.
 * @throws Error when `marked` is not `text` with marks in it
 */
export function markedStretches(
  text: string,
  marked: string,
  mark: string,
): readonly (readonly [start: number, end: number])[] {
  const fits = suffixesThatFit(text, marked, mark);
  if (!fits(0, 0)) throw new Error("A marked text is not the text with marks");
  const stretches: [number, number][] = [];
  let at = 0;
  for (let index = 0; index < marked.length; index += 1) {
    const start = at;
    at += 1;
    if (marked[index] !== mark) continue;
    while (!fits(index + 1, at)) at += 1;
    stretches.push([start, at]);
  }
  return stretches;
}

function suffixesThatFit(text: string, marked: string, mark: string) {
  const width = text.length + 1;
  const table = new Uint8Array((marked.length + 1) * width);
  const fits = (index: number, at: number) => table[index * width + at] === 1;
  table[marked.length * width + text.length] = 1;
  for (let index = marked.length - 1; index >= 0; index -= 1) {
    const isMark = marked[index] === mark;
    for (let at = text.length - 1; at >= 0; at -= 1) {
      const longer = isMark && fits(index, at + 1);
      const same = (isMark || marked[index] === text[at]) && fits(index + 1, at + 1);
      table[index * width + at] = longer || same ? 1 : 0;
    }
  }
  return fits;
}
