/** Formats query parameters, sorted and without empty ones; also used by the page's inline script. */
export const queryString = (query: Readonly<Record<string, unknown>> = {}): string => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null || value === "" ? [] : [[name, String(value as string | number | boolean)]],
  );
  const text = new URLSearchParams(pairs).toString();
  const sorted = new URLSearchParams(text);
  sorted.sort();
  return sorted.size === 0 ? "" : `?${sorted.toString()}`;
};
