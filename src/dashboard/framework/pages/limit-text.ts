import { isFull, nounOf, type Resource } from "../../../../resources/declare/define.ts";
import { formatWhole } from "../../lib/format/count.ts";

/** High limits are not worth a sentence before a tenth is used. */
const lowLimitMax = 20;

/** Returns how much of a declared limit is used, after another sentence: " 3 of 10 access keys." Empty without a limit, or far below a high one. */
export const limitText = (resource: Resource, total: number): string => {
  const limit = resource.list?.limit;
  if (limit === undefined || (limit > lowLimitMax && total < limit / 10)) return "";
  const hint = isFull(resource, total) ? " Delete one to add another." : "";
  return ` ${formatWhole(total)} of ${formatWhole(limit)} ${nounOf(resource)}s.${hint}`;
};
