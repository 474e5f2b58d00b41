import { useParams } from "react-router";
import { rollups, rollupStatus } from "../../../../resources/raas/rollups.ts";
import type { RollupDetail } from "../../../../resources/raas/rollup-calls.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { Moment } from "../../framework/widgets/cell.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DescriptionList } from "../../ui/description-list.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { AtHome } from "../rollups/at-home.tsx";
import { orderFacts } from "../rollups/order-facts.ts";
import { RollupState } from "../rollups/rollup-state.tsx";
import { useEnding } from "../rollups/use-ending.ts";
import { choiceSummary } from "../rollups/labels.ts";
import { PayCard } from "./pay-card.tsx";

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
