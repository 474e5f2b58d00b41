import { rollupStatus, type RollupStatus } from "../../../../resources/raas/rollups.ts";
import { StatusTag } from "../../ui/states/status-tag.tsx";
import { statusNames } from "./labels.ts";

/** Status tag of a rollup. */
export const RollupState = ({ status }: { readonly status: RollupStatus }) => (
  <StatusTag state={looks[status]} label={statusNames[status]} />
);

const looks: Readonly<Record<RollupStatus, string>> = {
  [rollupStatus.APPLYING]: "queued",
  [rollupStatus.PENDING_PAYMENT]: "warning",
  [rollupStatus.CREATING]: "pending",
  [rollupStatus.RUNNING]: "online",
  [rollupStatus.TERMINATED]: "cancelled",
  [rollupStatus.CREATING_PAID]: "pending",
};
