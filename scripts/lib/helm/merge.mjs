/**
 * Merges the text of an object in two profiles into one template. Lines that only one profile has
 * are below a condition.
 */
export function merge(small, prod) {
  const merged = [];
  const only = { small: [], prod: [] };
  const flush = () => {
    if (only.small.length > 0 && only.prod.length > 0)
      merged.push(when("small"), ...only.small, "{{- else }}", ...only.prod, "{{- end }}");
    else
      for (const profile of ["small", "prod"])
        if (only[profile].length > 0) merged.push(when(profile), ...only[profile], "{{- end }}");
    only.small = [];
    only.prod = [];
  };
  for (const { profile, line } of differences(small.split("\n"), prod.split("\n"))) {
    if (profile !== undefined) only[profile].push(line);
    else {
      flush();
      merged.push(line);
    }
  }
  flush();
  return merged.join("\n");
}

function when(profile) {
  return `{{- if eq .Values.profile "${profile}" }}`;
}

/** Returns the lines of both texts in order, along a longest common subsequence. */
function differences(small, prod) {
  const common = commonLengths(small, prod);
  const lines = [];
  let [a, b] = [0, 0];
  while (a < small.length || b < prod.length) {
    const profile = nextProfile(small[a] === prod[b], common[a + 1]?.[b], common[a]?.[b + 1]);
    lines.push({ profile, line: profile === "prod" ? prod[b] : small[a] });
    if (profile !== "prod") a += 1;
    if (profile !== "small") b += 1;
  }
  return lines;
}

/** Returns the profile of the next line, or undefined if both have it. */
function nextProfile(isCommon, withoutSmall = -1, withoutProd = -1) {
  if (isCommon) return undefined;
  return withoutSmall >= withoutProd ? "small" : "prod";
}

/** Returns how many lines the texts have in common from each pair of lines on. */
function commonLengths(small, prod) {
  const lengths = Array.from({ length: small.length + 1 }, () =>
    new Array(prod.length + 1).fill(0),
  );
  for (let a = small.length - 1; a >= 0; a -= 1)
    for (let b = prod.length - 1; b >= 0; b -= 1)
      lengths[a][b] =
        small[a] === prod[b]
          ? lengths[a + 1][b + 1] + 1
          : Math.max(lengths[a + 1][b], lengths[a][b + 1]);
  return lengths;
}
