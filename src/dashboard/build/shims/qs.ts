/** Replaces qs in Refine's router bindings. List state is ours (use-list-state.ts), so flat queries are enough. */
const parse = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

const stringify = (
  values: Readonly<Record<string, string | number | null | undefined>>,
  options?: { addQueryPrefix?: boolean },
): string => {
  const pairs = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return text && options?.addQueryPrefix ? `?${text}` : text;
};

export default { parse, stringify };
