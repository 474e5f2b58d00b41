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

/** /billing/purchase: more of one resource for a fixed price, and what was bought. */
export const Component = () => {
  const [page, setPage] = useState(1);
  const history = useCall(purchaseRecords, { query: { page, size: pageSize } });
  useLive(deposits, history.reload);
  return (
    <>
      <PageHeader
        title={purchase.title}
        text="More of one resource for a fixed price, used after your packages and before LAND. It goes to the account you sign in with: to your own team."
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
