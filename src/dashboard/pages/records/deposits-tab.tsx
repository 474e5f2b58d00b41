import { exportDeposits } from "../../../../resources/billing/record-calls.ts";
import { DepositHistory } from "../deposit/deposit-history.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { useRecordsState } from "./use-records-state.ts";

/** Deposits, including pending ones. */
export const DepositsTab = () => {
  const state = useRecordsState();
  return (
    <>
      <FilterBar
        state={state}
        spec={exportDeposits}
        fileName="deposits"
        title="Filtered deposits with exact amounts, up to 50,000"
      />
      <DepositHistory page={state.page} onPage={state.setPage} span={state.span} />
    </>
  );
};
