import { wheel, wheelWeight } from "../../../../resources/boost/spins/spin.ts";
import styles from "./spin.module.css";
import { rewardName, sixDecimals } from "./labels.ts";

/** Odds of each field, and how spins are verified. */
export const Chances = () => (
  <details className={styles.chances}>
    <summary>Odds and fairness</summary>
    <ul>
      {wheel.map(({ rewardType, amount, weight }, at) => (
        <li key={at}>
          <span>{rewardName({ rewardType, amount: sixDecimals(amount) })}</span>
          <span>{(weight * 100) / wheelWeight}%</span>
        </li>
      ))}
    </ul>
    <p>
      Before each spin, the server publishes the SHA-256 hash of a secret seed. Your browser adds a random string. Both
      decide the outcome, so neither side can choose it. The seed is revealed afterwards, and your browser verifies
      every spin.
    </p>
  </details>
);
