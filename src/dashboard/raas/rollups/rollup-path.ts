import { href, pageHref } from "../../../../resources/declare/href.ts";
import { rollupMaking, rollupOrder } from "../../../../resources/pages.ts";
import type { ListedRollup } from "../../../../resources/raas/rollup-calls.ts";
import { rollups } from "../../../../resources/raas/rollups.ts";
import { isCreating, isOrdered } from "./labels.ts";

type StatusOnly = Pick<ListedRollup, "status">;

/** The screen that shows a rollup, by its status. */
export type Screen = "order" | "making" | "rollup";

export const screenOf = (rollup: StatusOnly): Screen => {
  if (isOrdered(rollup)) return "order";
  return isCreating(rollup) ? "making" : "rollup";
};

export const rollupPath = ({ id, name, status }: StatusOnly & Pick<ListedRollup, "id" | "name">): string => {
  switch (screenOf({ status })) {
    case "order":
      return pageHref(rollupOrder, { id });
    case "making":
      return pageHref(rollupMaking, { name, id });
    case "rollup":
      return href(rollups, "show", { name, id });
  }
};
