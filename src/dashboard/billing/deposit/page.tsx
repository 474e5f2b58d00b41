import { assets } from "../../../../resources/billing/deposit-calls.ts";
import { deposits } from "../../../../resources/billing/deposit-history.ts";
import { showConnectWallet } from "../../account/flows/session/show-connect-wallet.tsx";
import { ClaimLand } from "../../chains/flows/claim-land/claim-land.tsx";
import { useCall } from "../../framework/data/use-call.ts";
import { useLive } from "../../framework/data/use-live.ts";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Money } from "../../ui/panels/money.tsx";
import { DepositHistory } from "../flows/deposits/deposit-history.tsx";
import styles from "./deposit.module.css";

/** /billing/deposit: deposits LAND and shows the status. */
export const Component = () => {
  const { data, reload } = useCall(assets);
  useLive(deposits, reload);
  return (
    <>
      <PageHeader
        title="Deposit"
        text="Your balance pays for usage above your packages. Credited to your personal team."
      />
      <div className="fh-stack">
        {data && (
          <p className={styles.balance}>
            This team&apos;s balance is <Money land={data.land} />.
          </p>
        )}
        <section className={styles.box} aria-label="Deposit">
          <ClaimLand source="deposit" signIn={showConnectWallet} onCredited={reload} />
        </section>
        <section className={styles.history}>
          <h2>Deposit history</h2>
          <DepositHistory isLocal />
        </section>
      </div>
    </>
  );
};
