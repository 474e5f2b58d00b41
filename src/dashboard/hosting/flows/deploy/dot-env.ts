/** Environment variables in .env syntax. */
import type { Variable } from "../../../../../resources/hosting/projects.ts";

const assignment = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$/s;

/** Parses KEY=value lines; skips comments and lines without an assignment, and keeps the last of equal keys. */
export const parseDotEnv = (text: string): Variable[] => {
  const variables = new Map<string, string>();
  for (const line of joinQuoted(text.split(/\r?\n/))) {
    const [, key, raw] = assignment.exec(line) ?? [];
    if (key !== undefined) variables.set(key, valueOf(raw!.trim()));
  }
  return Array.from(variables, ([key, value]) => ({ key, value }));
};

/** Returns whether a pasted text is a whole .env file rather than one name or value. */
export const looksLikeDotEnv = (text: string): boolean => parseDotEnv(text).length > 0;

/** Merges pasted variables: existing keys get the new value in all their scopes, empty rows are removed. */
export const mergeVariables = (present: readonly Variable[], pasted: readonly Variable[]): Variable[] => {
  const values = new Map(pasted.map(({ key, value }) => [key, value]));
  const keys = new Set(present.map(({ key }) => key));
  return [
    ...present
      .filter(({ key, value }) => key !== "" || value !== "")
      .map((variable) => ({ ...variable, value: values.get(variable.key) ?? variable.value })),
    ...pasted.filter(({ key }) => !keys.has(key)),
  ];
};

/** Joins lines until the quote closes: a quoted value may span lines. */
const joinQuoted = (lines: readonly string[]): string[] => {
  const joined: string[] = [];
  let open = "";
  for (const line of lines) {
    const whole = open === "" ? line : `${open}\n${line}`;
    const quote = /=\s*(["'])/.exec(whole)?.[1];
    const isOpen = quote !== undefined && !closes(whole, quote);
    if (isOpen) open = whole;
    else {
      joined.push(whole);
      open = "";
    }
  }
  // A quote that never closes is an ordinary character of its line.
  return open === "" ? joined : [...joined, ...open.split("\n")];
};

const closes = (line: string, quote: string): boolean => {
  const start = line.indexOf(quote);
  return line
    .slice(start + 1)
    .replaceAll(`\\${quote}`, "")
    .includes(quote);
};

const valueOf = (raw: string): string => {
  const quote = raw[0];
  if (quote !== '"' && quote !== "'") return raw.replace(/\s+#.*$/, "");
  const end = raw.lastIndexOf(quote);
  if (end === 0) return raw;
  const inner = raw.slice(1, end);
  if (quote === "'") return inner;
  return inner.replaceAll("\\n", "\n").replaceAll('\\"', '"').replaceAll("\\\\", "\\");
};
