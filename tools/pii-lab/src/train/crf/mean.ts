import type { CrfWeights } from "./train-crf.ts";

/** Averages models. The mean of linear models is a linear model, more stable than each of them. */
export function meanOf(models: readonly CrfWeights[]): CrfWeights {
  const [first] = models;
  if (first === undefined) throw new RangeError("There are no models to average");
  const weights = new Float32Array(first.weights.length);
  const transitions = new Float64Array(first.transitions.length);
  for (const model of models) {
    addShare(weights, model.weights, models.length);
    addShare(transitions, model.transitions, models.length);
  }
  return { weights, transitions };
}

function addShare(
  sums: Float32Array | Float64Array,
  values: Float32Array | Float64Array,
  count: number,
): void {
  for (let at = 0; at < sums.length; at += 1)
    sums[at] = (sums[at] as number) + (values[at] as number) / count;
}
