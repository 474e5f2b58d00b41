import type { spinHistory } from "../../../../resources/boost/spin-calls.ts";
import type { Reply } from "../../../../resources/call-input.ts";
import { formatMoment } from "../../lib/format/date.ts";
import type { IconName } from "../../ui/icons.ts";
import { Pagination } from "../../ui/pagination.tsx";
import { BoostData, Nothing } from "../boost-frame/boost-data.tsx";
import { Panel, Row, Rows } from "../boost-frame/panel.tsx";
import styles from "./spin.module.css";
import { rowsOnPage, type Paged } from "./use-paged.ts";
import { rewardChange, rewardName } from "./labels.ts";

type Spins = Reply<typeof spinHistory>;

const icons: Readonly<Record<Spins["content"][number]["rewardType"], IconName>> = {
  POINTS: "bolt",
  USDT: "gift",
  NONE: "minus",
};

/** Results of past spins, newest first. */
export const SpinsPanel = ({ spins }: { readonly spins: Paged<Spins> }) => (
  <Panel title="Your spins">
    <BoostData of={spins}>
      {({ content, total }) =>
        content.length === 0 ? (
          <Nothing icon="refresh" title="No spins yet" text="Your results appear here after the first spin." />
        ) : (
          <>
            <Rows>
              {content.map((spun) => (
                <Row
                  key={spun.spinId}
                  icon={icons[spun.rewardType]}
                  title={rewardName(spun)}
                  text={
                    <time dateTime={new Date(spun.createdAt * 1000).toISOString()}>{formatMoment(spun.createdAt)}</time>
                  }
                  trailing={<span className={styles.change}>{rewardChange(spun)}</span>}
                  isDone={spun.rewardType === "NONE"}
                />
              ))}
            </Rows>
            <Pagination page={spins.page} pageSize={rowsOnPage} total={total} onPage={spins.onPage} />
          </>
        )
      }
    </BoostData>
  </Panel>
);
