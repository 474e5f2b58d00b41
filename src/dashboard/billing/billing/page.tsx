import { lazy } from "react";
import { outlook } from "../../../../resources/billing/account-calls.ts";
import { deposits } from "../../../../resources/billing/deposit-history.ts";
import { deposit, records } from "../../../../resources/pages.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useLive } from "../../framework/data/use-live.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { LinkButton } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Tabs } from "../../ui/page/tabs.tsx";
import { DunningBanner } from "../flows/dunning/dunning-banner.tsx";
import { BalanceCard } from "./balance/balance-card.tsx";
import styles from "./billing.module.css";
import { MonthCard } from "./month/month-card.tsx";
import { PackageCard } from "./package/package-card.tsx";
import { VoucherCard } from "./voucher/voucher-card.tsx";

const CostCard = lazy(() => import("./usage/cost-card.tsx").then((module) => ({ default: module.CostCard })));
const UsageSection = lazy(() =>
  import("./usage/usage-section.tsx").then((module) => ({ default: module.UsageSection })),
);
const PricesSection = lazy(() =>
  import("./prices/prices-section.tsx").then((module) => ({ default: module.PricesSection })),
);
const AlertsTab = lazy(() => import("./caps/alerts-tab.tsx").then((module) => ({ default: module.AlertsTab })));

/** Refreshes usage while the page is open. */
const pollMs = 30_000;

/** /billing: balance and package, usage, prices, alerts and caps. */
export const Component = () => {
  const allows = useAllows();
  const balance = useCall(outlook, { pollMs });
  useLive(deposits, balance.reload);
  return (
    <>
      <PageHeader
        title="Billing"
        text="Your team's balance, packages and costs. Packages are used first, then the balance."
        actions={
          <>
            <LinkButton icon="history" to={records.path}>
              View LAND records
            </LinkButton>
            {allows("show", deposit.name) && (
              <LinkButton kind="primary" icon="plus" to={deposit.path}>
                Deposit
              </LinkButton>
            )}
          </>
        }
      />
      {balance.data && <DunningBanner dunning={balance.data.dunning} />}
      <Tabs
        label="Billing"
        tabs={[
          {
            label: "Overview",
            content: (
              <div className="fh-stack">
                <div className={styles.pair}>
                  <BalanceCard {...balance} />
                  <MonthCard month={balance.data?.month} />
                </div>
                <CostCard />
                <PackageCard />
                {allows("create", deposits.name) && <VoucherCard onRedeemed={balance.reload} />}
              </div>
            ),
          },
          { label: "Usage", content: <UsageSection /> },
          {
            label: "Prices",
            content: (
              <div className="fh-stack">
                <PricesSection />
              </div>
            ),
          },
          { label: "Alerts and caps", content: <AlertsTab /> },
        ]}
      />
    </>
  );
};
