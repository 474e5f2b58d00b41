import { useState } from "react";
import { href } from "../../../../../resources/declare/href.ts";
import type { RollupDetail } from "../../../../../resources/raas/rollup-calls.ts";
import { rollups } from "../../../../../resources/raas/rollups.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import { DescriptionList } from "../../../ui/panels/description-list.tsx";
import { orderFacts } from "../order-facts.ts";
import styles from "../rollups.module.css";
import { RenewDialog } from "./renew-dialog.tsx";

interface EndedProps {
  readonly rollup: RollupDetail;
  readonly onRenewed: () => void;
}

/** Shows why a rollup has ended, with renewal or a new order. */
export const Ended = ({ rollup, onRenewed }: EndedProps) => {
  const allows = useAllows();
  const [renewing, setRenewing] = useState(false);
  const { renewableUntil, note, detail } = rollup;
  return (
    <div className={styles.ended}>
      {renewableUntil === null ? (
        <Banner
          kind="info"
          title={detail ? "This rollup has ended" : "This order has ended"}
          action={
            allows("create", rollups.name) && (
              <LinkButton size="small" to={href(rollups, "create")}>
                New rollup
              </LinkButton>
            )
          }
        >
          {note}
        </Banner>
      ) : (
        <Banner
          kind="warning"
          title="This rollup has expired"
          action={
            allows("edit", rollups.name) && (
              <Button size="small" kind="primary" onClick={() => setRenewing(true)}>
                Renew rollup
              </Button>
            )
          }
        >
          {note}
        </Banner>
      )}
      {!detail && (
        <Card title="Order">
          <DescriptionList facts={orderFacts(rollup)} />
        </Card>
      )}
      {renewing && <RenewDialog rollup={rollup} onClose={() => setRenewing(false)} onRenewed={onRenewed} />}
    </div>
  );
};
