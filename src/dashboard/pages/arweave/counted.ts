import { formatWhole } from "../../lib/format/count.ts";

/** Formats a count with its noun: "1 file is", "1,200 files are". */
export const formatCounted = (count: number, one: string, many: string): string =>
  `${formatWhole(count)} ${count === 1 ? one : many}`;
