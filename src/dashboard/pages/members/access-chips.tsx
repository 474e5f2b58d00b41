import { Icon } from "../../ui/icon.tsx";
import { accessCodes, accessNames } from "../../../../resources/access.ts";
import { choiceOf, isFull, type Grant } from "../../../../resources/account/grants.ts";
import styles from "./members.module.css";

/** Maximum number of chips in a row; the rest are counted. */
const inView = 2;

/** A member's access as chips; an eye marks read-only sections. */
export const AccessChips = ({ grant }: { readonly grant: Grant }) => {
  if (isFull(grant)) return <span className={styles.chip}>Full access</span>;
  if (grant.access.length === 0) return <span className="fh-muted">None</span>;
  const shown = grant.access.length <= inView + 1 ? grant.access : grant.access.slice(0, inView);
  const labels = grantLabel(grant);
  return (
    <span className={styles.chips} title={labels.join(", ")}>
      <span className="fh-hidden">{labels.join(", ")}</span>
      {shown.map((code) => (
        <span key={code} className={styles.chip} aria-hidden="true">
          {choiceOf(grant, code) === "read" && <Icon name="eye" size={13} />}
          {accessNames[code]}
        </span>
      ))}
      {grant.access.length > shown.length && (
        <span className={styles.more} aria-hidden="true">
          +{grant.access.length - shown.length}
        </span>
      )}
    </span>
  );
};

/** Formats "Hosting", "Storage (read)" …, in product order. */
const grantLabel = (grant: Grant): string[] =>
  accessCodes
    .filter((code) => choiceOf(grant, code) !== "none")
    .map((code) => accessNames[code] + (choiceOf(grant, code) === "read" ? " (read)" : ""));
