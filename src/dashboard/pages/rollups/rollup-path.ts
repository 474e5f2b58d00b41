import { href, pageHref } from "../../../../resources/href.ts";
import { rollupMaking, rollupOrder } from "../../../../resources/pages.ts";
import type { ListedRollup } from "../../../../resources/raas/rollup-calls.ts";
import { rollups } from "../../../../resources/raas/rollups.ts";
import { isMaking, isOrdered } from "./words.ts";

/** The screen on which a rollup is at home as it stands. */
export const rollupPath = ({ id, name, status }: Pick<ListedRollup, "id" | "name" | "status">): string => {
  if (isOrdered({ status })) return pageHref(rollupOrder, { id });
  if (isMaking({ status })) return pageHref(rollupMaking, { name, id });
  return href(rollups, "show", { name, id });
};
