const units = ["B", "KB", "MB", "GB", "TB"] as const;

/** Formats a size in bytes, 1024-based: 1536 → "1.5 KB". */
export const formatBytes = (size: number | bigint): string => {
  const bytes = Number(size);
  const exponent = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const step = exponent < units.length - 1 && shownDigits(bytes / 1024 ** exponent) >= 1024 ? exponent + 1 : exponent;
  return `${shownDigits(bytes / 1024 ** step)} ${units[step]}`;
};

/** Returns the number of decimals: one below 100, none above, short enough for a table cell. */
const shownDigits = (value: number): number => (value < 100 ? Math.round(value * 10) / 10 : Math.round(value));
