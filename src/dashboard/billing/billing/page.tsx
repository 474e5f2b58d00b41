import { lazy, Suspense } from "react";
import { outlook } from "../../../../resources/billing/account-calls.ts";
import { deposits } from "../../../../resources/billing/deposit-history.ts";
import { deposit, records } from "../../../../resources/pages.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useLive } from "../../framework/data/use-live.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/panels/card.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { BalanceCard } from "./balance/balance-card.tsx";
import { DunningBanner } from "../flows/dunning/dunning-banner.tsx";
import { EarlyWarningCard } from "./balance/early-warning-card.tsx";
import styles from "./billing.module.css";
import { CapsCard } from "./caps/caps-card.tsx";
import { PackageCard } from "./package/package-card.tsx";
import { VoucherCard } from "./voucher/voucher-card.tsx";

const UsageSection = lazy(() =>
  import("./usage/usage-section.tsx").then((module) => ({ default: module.UsageSection })),
);
const PricesSection = lazy(() =>
  import("./prices/prices-section.tsx").then((module) => ({ default: module.PricesSection })),
);

/** Refreshes usage while the page is open. */
const pollMs = 30_000;

/** /billing: balance, packages, usage, spend caps and prices. */
export const Component = () => {
  const allows = useAllows();
  const balance = useCall(outlook, { pollMs });
  useLive(deposits, balance.reload);
  return (
    <>
      <PageHeader
        title="Billing"
        text="Your team's balance, packages and costs. Packages are used first, then LAND."
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
      <div className="fh-stack">
        {balance.data && <DunningBanner dunning={balance.data.dunning} />}
        <BalanceCard {...balance} />
        <PackageCard />
        <div className={styles.pair}>
          <EarlyWarningCard />
          {allows("create", deposits.name) && <VoucherCard onRedeemed={balance.reload} />}
        </div>
        <CapsCard />
        <Suspense
          fallback={
            <Card title="Usage">
              <Skeleton />
            </Card>
          }
        >
          <UsageSection />
        </Suspense>
        <Suspense
          fallback={
            <Card title="Prices">
              <Skeleton />
            </Card>
          }
        >
          <PricesSection />
        </Suspense>
      </div>
    </>
  );
};
