import { exportDeposits } from "../../../../resources/billing/record-calls.ts";
import { DepositHistory } from "../deposit/deposit-history.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { useRecordsState } from "./use-records-state.ts";

/** What was paid in, pending from its first block on. */
export const DepositsTab = () => {
  const state = useRecordsState();
  return (
    <>
      <FilterBar
        state={state}
        spec={exportDeposits}
        fileName="deposits"
        title="What is chosen, 50,000 deposits at most, each amount in full"
      />
      <DepositHistory page={state.page} onPage={state.setPage} span={state.span} />
    </>
  );
};
