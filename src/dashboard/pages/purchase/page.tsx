import { useState } from "react";
import { purchaseRecords } from "../../../../resources/billing/purchases.ts";
import { deposits } from "../../../../resources/billing/deposit-history.ts";
import { loadListCollapsed as pageSize } from "../../../../resources/limits.ts";
import { deposit, purchase } from "../../../../resources/pages.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useLive } from "../../framework/data/use-live.ts";
import { LinkButton } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { PurchaseForm } from "./purchase-form.tsx";
import { PurchaseHistory } from "./purchase-history.tsx";
import styles from "./purchase.module.css";

/** /billing/purchase: buys one resource at a fixed price, and lists purchases. */
export const Component = () => {
  const [page, setPage] = useState(1);
  const history = useCall(purchaseRecords, { query: { page, size: pageSize } });
  useLive(deposits, history.reload);
  return (
    <>
      <PageHeader
        title={purchase.title}
        text="Buy a resource at a fixed price. Used after your packages and before LAND. Credited to your personal team."
        actions={<LinkButton to={deposit.path}>Deposit LAND instead</LinkButton>}
      />
      <div className="fh-stack">
        <section className={styles.box} aria-label={purchase.title}>
          <PurchaseForm onGranted={history.reload} />
        </section>
        <PurchaseHistory {...history} page={page} onPage={setPage} />
      </div>
    </>
  );
};
