import { wheel, wheelWeight } from "../../../../resources/boost/spin.ts";
import styles from "./spin.module.css";
import { rewardName, sixDecimals } from "./words.ts";

/** How likely each field is. */
export const Chances = () => (
  <details className={styles.chances}>
    <summary>Chances, and why nobody can cheat</summary>
    <ul>
      {wheel.map(({ rewardType, amount, weight }, at) => (
        <li key={at}>
          <span>{rewardName({ rewardType, amount: sixDecimals(amount) })}</span>
          <span>{(weight * 100) / wheelWeight}%</span>
        </li>
      ))}
    </ul>
    <p>
      Before you spin, the cloud shows the SHA-256 of a secret number. Your browser adds a random word of its own; the
      outcome follows from both, and the number is told afterwards. So neither side can choose it, and your browser
      counts every spin again.
    </p>
  </details>
);
