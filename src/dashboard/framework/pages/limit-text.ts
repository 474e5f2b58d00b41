import { isFull, nounOf, type Resource } from "../../../../resources/declare/define.ts";
import { formatWhole } from "../../lib/format/count.ts";

/** Returns how much of a declared limit is used, after another sentence: " 8 of 10 access keys." Empty without a limit, or below half of it. */
export const limitText = (resource: Resource, total: number): string => {
  const limit = resource.list?.limit;
  if (limit === undefined || total < limit / 2) return "";
  const hint = isFull(resource, total) ? " Delete one to add another." : "";
  return ` ${formatWhole(total)} of ${formatWhole(limit)} ${nounOf(resource)}s.${hint}`;
};
