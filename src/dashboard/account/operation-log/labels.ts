/** Texts of the operation log. */

/** Maps "rootDirectory" to "Root directory". */
export const labelOf = (key: string): string => {
  const words = key
    .replace(/Id$/, " ID")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/^id$/, "ID");
  return (
    words.charAt(0).toUpperCase() +
    words.slice(1).replaceAll(/ ([A-Z])(?=[a-z])/g, (_, letter: string) => ` ${letter.toLowerCase()}`)
  );
};

/** Formats a value as text: lists with commas, nested values line by line. */
export const valueOf = (value: unknown): string => {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return value.length > 0 ? value.map(valueOf).join(", ") : "None";
  if (typeof value === "object" && value !== null)
    return Object.entries(value)
      .map(([key, inner]) => `${labelOf(key)}: ${valueOf(inner)}`)
      .join("\n");
  return String(value);
};
