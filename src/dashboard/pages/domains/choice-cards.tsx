import type { DomainChoice } from "../../../../resources/hosting/domain-names.ts";
import { choiceTexts } from "./choices.ts";
import styles from "./domains.module.css";

interface ChoiceCardsProps {
  /** The name entered so far. */
  readonly input: string;
  readonly value: DomainChoice;
  readonly onChange: (choice: DomainChoice) => void;
}

/** What becomes of a name and its www name: three options, each said with the names themselves. */
export const ChoiceCards = ({ input, value, onChange }: ChoiceCardsProps) => (
  <fieldset className={styles["choices"]}>
    <legend>Domain names</legend>
    {choiceTexts(input).map((choice) => (
      <label key={choice.value} className={styles["choice"]}>
        <input type="radio" name="choice" checked={choice.value === value} onChange={() => onChange(choice.value)} />
        <span>
          <strong>{choice.title}</strong>
          <small>{choice.text}</small>
        </span>
      </label>
    ))}
  </fieldset>
);
