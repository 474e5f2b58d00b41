/** The newest entries of the operation log, as sentences. */
import { actionLabel, type OperationFamily } from "../../../../../resources/account/operation-log/operation-actions.ts";
import { operationLog } from "../../../../../resources/account/operation-log/operation-log.ts";
import { href } from "../../../../../resources/declare/href.ts";
import { useRecords } from "../../../framework/data/use-records.ts";
import { Moment } from "../../../framework/widgets/cell.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { IconName } from "../../../ui/icons.ts";
import styles from "./activity.module.css";
import { nameOf, type Operation } from "./actor.ts";

/** How many are shown. More are fetched, because some are left out. */
const shownMax = 8;
const fetched = 50;
const pollMs = 30_000;
/** Sessions change nothing, and a deployment follows an upload. */
const leftOut = /^(OAUTH_(SIGN_IN|SIGN_OUT|END_SESSION)|HOSTING_UPLOAD)$/;

/** What the team did last, by user `uid` as "You", for members who may see the operation log. Nothing while it loads, fails or is empty. */
export const Activity = ({ uid }: { readonly uid: string | undefined }) => {
  const { rows = [] } = useRecords(operationLog, { size: fetched, pollMs: () => pollMs });
  const shown = rows.filter(({ action }) => !leftOut.test(action)).slice(0, shownMax);
  if (shown.length === 0) return null;
  return (
    <section className={styles.activity} aria-labelledby="activity">
      <header>
        <h2 id="activity">Activity</h2>
        <LinkButton kind="plain" size="small" to={href(operationLog, "list")}>
          View all
        </LinkButton>
      </header>
      <ol>
        {shown.map((row) => (
          <li key={row.id}>
            <Icon name={icons[familyOf(row.action)] ?? "history"} size={16} />
            <p>
              <strong>{isBy(row, uid) ? "You" : nameOf(row)}</strong> {inSentence(actionLabel(row.action))}{" "}
              {row.target && <strong title={row.target}>{row.target}</strong>}
            </p>
            <Moment seconds={row.createdAt} />
          </li>
        ))}
      </ol>
    </section>
  );
};

const isBy = ({ userId }: Operation, uid: string | undefined): boolean =>
  userId !== undefined && userId.replaceAll("-", "") === uid;

const familyOf = (action: string): OperationFamily => action.split("_")[0] as OperationFamily;

const icons: Readonly<Partial<Record<OperationFamily, IconName>>> = {
  OAUTH: "user",
  HOSTING: "rocket",
  BUCKET: "bucket",
  GATEWAY: "globe",
  IPNS: "ipns",
  PINNING: "pin",
  BILL: "wallet",
  RPC: "exchange",
  RAAS: "chain",
  AI: "spark",
  REWARDS: "gift",
  BOOST: "bolt",
};

/** "Created a project" continues a sentence; a code without a label stays. */
const inSentence = (label: string): string =>
  /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
