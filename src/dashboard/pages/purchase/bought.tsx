import type { PurchaseType } from "../../../../resources/contracts.ts";
import { overview } from "../../../../resources/pages.ts";
import { amountText } from "../../flows/purchase/selection.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import styles from "./purchase.module.css";

interface BoughtProps {
  readonly resource: PurchaseType;
  readonly digits: string;
  readonly onAgain: () => void;
}

/** The granted purchase. */
export const Bought = ({ resource, digits, onAgain }: BoughtProps) => (
  <div className={styles.bought} role="status">
    <span className={styles.tick}>
      <Icon name="check" size={28} />
    </span>
    <h2>Purchase complete</h2>
    <p>{amountText(resource, digits)} added to your allowance.</p>
    <div className="fh-row">
      <Button onClick={onAgain}>Buy more</Button>
      <LinkButton kind="primary" to={overview.path}>
        View usage
      </LinkButton>
    </div>
  </div>
);
