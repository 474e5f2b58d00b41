/** Formats any value as plain text: a record's field whose type the registry knows only at run time. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
