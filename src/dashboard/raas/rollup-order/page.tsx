import { formatMoney } from "../../../../resources/money.ts";
import { useParams, useNavigate } from "react-router";
import { useQueryClient } from "@tanstack/react-query";
import { rollups, rollupStatus } from "../../../../resources/raas/rollups.ts";
import { type RollupDetail, payRollup } from "../../../../resources/raas/rollup-calls.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { Moment } from "../../framework/widgets/cell.tsx";
import { Banner } from "../../ui/states/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/panels/card.tsx";
import { DescriptionList } from "../../ui/panels/description-list.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { AtHome } from "../rollups/at-home.tsx";
import { orderFacts } from "../rollups/order-facts.ts";
import { RollupState } from "../rollups/rollup-state.tsx";
import { useEnding } from "../rollups/use-ending.ts";
import { choiceSummary } from "../rollups/labels.ts";
import { rollupOrderSeconds } from "../../../../resources/raas/limits.ts";
import { resourceKey } from "../../framework/data/record-keys.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { formatDay } from "../../lib/format/date.ts";
import { rollupPath } from "../rollups/rollup-path.ts";
import { TooLittle, useBalance } from "../rollups/balance.tsx";
import styles from "./order.module.css";

/** /raas/status/{id}: an application or an unpaid order. */
export const Component = () => {
  const { id = "" } = useParams();
  return (
    <AtHome key={id} id={id} screen="order" title="Order">
      {(rollup, reload) => <Order rollup={rollup} onChanged={reload} />}
    </AtHome>
  );
};

interface OrderProps {
  readonly rollup: RollupDetail;
  readonly onChanged: () => void;
}

const Order = ({ rollup, onChanged }: OrderProps) => {
  const allows = useAllows();
  const { withdraw, ending } = useEnding(rollup, onChanged);
  const isApplication = rollup.status === rollupStatus.APPLYING;
  return (
    <>
      <PageHeader
        title={rollup.name}
        text={choiceSummary(rollup)}
        beside={<RollupState status={rollup.status} />}
        actions={
          allows("delete", rollups.name) && (
            <Button busy={ending} onClick={() => void withdraw()}>
              {isApplication ? "Withdraw application" : "Withdraw order"}
            </Button>
          )
        }
      />
      <div className="fh-stack">
        {isApplication ? (
          <Banner title="Your application is being reviewed">
            We reply by email or Telegram. The offer appears here for you to accept or decline.
          </Banner>
        ) : (
          <PayCard rollup={rollup} onPaid={onChanged} />
        )}
        {isApplication && rollup.note !== null && <Banner title="Latest note">{rollup.note}</Banner>}
        <Card title={isApplication ? "Application" : "Order"}>
          <DescriptionList
            facts={[...orderFacts(rollup), { label: "Sent", value: <Moment seconds={rollup.createdAt} /> }]}
          />
        </Card>
      </div>
    </>
  );
};

interface PayCardProps {
  readonly rollup: RollupDetail;
  readonly onPaid: () => void;
}

/** Amount due with the Pay button, and the error of a failed creation. */
const PayCard = ({ rollup, onPaid }: PayCardProps) => {
  const { id, name, land, note, createdAt } = rollup;
  const navigate = useNavigate();
  const client = useQueryClient();
  const mayPay = useAllows()("edit", rollups.name);
  const balance = useBalance();
  const price = BigInt(land);
  const isTooLow = balance !== undefined && balance < price;
  const { act, acting } = useAct(payRollup, {
    onDone: ({ status }) => {
      void client.invalidateQueries({ queryKey: resourceKey(rollups.name) });
      onPaid();
      void navigate(rollupPath({ id, name, status }), { replace: true });
    },
  });
  return (
    <Card title={price === 0n ? "Nothing to pay" : "Amount due"}>
      <div className="fh-stack">
        {note !== null && (
          <Banner kind="danger" title="Creation failed">
            {note}
          </Banner>
        )}
        {price > 0n && <p className={styles.price}>{formatMoney(land)}</p>}
        {isTooLow ? (
          <TooLittle price={price} balance={balance}>
            Your order is waiting for payment.
          </TooLittle>
        ) : (
          price > 0n && balance !== undefined && <p className="fh-muted">Your balance: {formatMoney(balance)}.</p>
        )}
        <div className={styles.pay}>
          <p className="fh-muted">
            If unpaid, the order is cancelled on {formatDay(createdAt + rollupOrderSeconds)} and the chain ID is
            released.
          </p>
          {mayPay && (
            <Button
              kind="primary"
              busy={acting}
              disabled={isTooLow}
              onClick={() => void act({ body: { rollupId: id } })}
            >
              {price === 0n ? "Create rollup" : `Pay ${formatMoney(land)}`}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
};
