import type { NodeInfo } from "../../../../resources/boost/node-calls.ts";
import { useRate } from "../../flows/boost/use-rate.ts";
import { formatPoints } from "../../lib/format/points.ts";
import { Counter } from "./counter.tsx";
import styles from "./phone-strip.module.css";

/** On a phone: the points so far, and what an hour brings. */
export const PhoneStrip = ({ info }: { readonly info: NodeInfo }) => (
  <dl className={styles.strip}>
    <div>
      <dt>Points</dt>
      <dd>
        <Counter points={info.totalPoint} />
      </dd>
    </div>
    <div>
      <dt>Per hour</dt>
      <dd>{formatPoints(useRate(info).total)}</dd>
    </div>
  </dl>
);
