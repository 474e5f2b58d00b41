import { useQueryClient } from "@tanstack/react-query";
import { purchases, type PurchaseRecord } from "../../../../resources/billing/purchases.ts";
import { loadListCollapsed as pageSize } from "../../../../resources/limits.ts";
import { pageHref } from "../../../../resources/declare/href.ts";
import { deposit, purchase, receipt } from "../../../../resources/pages.ts";
import { sold } from "../flows/purchase/selection.ts";
import { resourceKey } from "../../framework/data/record-keys.ts";
import { RecordList, type Cells } from "../../framework/pages/record-list.tsx";
import { formatDay } from "../../lib/format/date.ts";
import { formatUsd } from "../../../../resources/money.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/panels/card.tsx";
import type { MenuItem } from "../../ui/menu/menu.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { StatusTag } from "../../ui/states/status-tag.tsx";
import { formatAmount } from "../../framework/cost/usage-tiles.ts";
import { PurchaseForm } from "./purchase-form.tsx";
import styles from "./purchase.module.css";

/** /billing/purchase: buys one resource at a fixed price, and lists purchases. */
export const Component = () => {
  const client = useQueryClient();
  const reload = () => void client.invalidateQueries({ queryKey: resourceKey(purchases.name) });
  return (
    <>
      <PageHeader
        title={purchase.title}
        text="Buy a resource at a fixed price. Used after your packages and before your balance. Credited to your personal team."
        actions={<LinkButton to={deposit.path}>Deposit instead</LinkButton>}
      />
      <div className="fh-stack">
        <section className={styles.box} aria-label={purchase.title}>
          <PurchaseForm onGranted={reload} />
        </section>
        <Card title={purchases.title} flush>
          <RecordList resource={purchases} cells={cells} rowActions={actions} size={pageSize} isLocal />
        </Card>
      </div>
    </>
  );
};

const actions = ({ id }: PurchaseRecord): MenuItem[] => [
  { label: "View receipt", icon: "file", to: pageHref(receipt, { kind: "purchase", id }) },
];

const cells: Cells<typeof purchases> = {
  resourceType: ({ resourceType, size }) => `${sold[resourceType].title}, ${formatAmount(resourceType, Number(size))}`,
  until: ({ until }) => (until === null ? "–" : formatDay(until)),
  usd: ({ usd }) => formatUsd(usd),
  status: (row) => <State {...row} />,
};

/** Purchases show as pending from the first block. */
const State = ({ status, confirmations }: PurchaseRecord) => (
  <StatusTag
    state={status}
    {...(confirmations && { label: `Pending ${confirmations.seen}/${confirmations.needed}` })}
  />
);
