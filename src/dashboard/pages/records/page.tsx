import { deposit, records } from "../../../../resources/pages.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { LinkButton } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { DepositsTab } from "./deposits-tab.tsx";
import { MonthsTab } from "./months-tab.tsx";
import { TransactionsTab } from "./transactions-tab.tsx";
import { tabParameters } from "./use-records-state.ts";

/** /billing/records: transactions of the team's balance. */
export const Component = () => (
  <>
    <PageHeader
      title={records.title}
      text="Credits and debits of your team's LAND balance."
      actions={
        useAllows()("show", deposit.name) && (
          <LinkButton kind="primary" icon="plus" to={deposit.path}>
            Deposit
          </LinkButton>
        )
      }
    />
    <Tabs
      label="Transactions"
      forgets={tabParameters}
      tabs={[
        { label: "Monthly bill", content: <MonthsTab /> },
        { label: "Hourly transactions", content: <TransactionsTab /> },
        { label: "Deposit history", content: <DepositsTab /> },
      ]}
    />
  </>
);
