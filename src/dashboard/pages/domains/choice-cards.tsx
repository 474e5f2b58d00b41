import type { DomainChoice } from "../../../../resources/hosting/domain-names.ts";
import { choiceTexts } from "./choices.ts";
import styles from "./domains.module.css";

interface ChoiceCardsProps {
  /** Entered domain. */
  readonly input: string;
  readonly value: DomainChoice;
  readonly onChange: (choice: DomainChoice) => void;
}

/** Options for a domain and its www variant, labeled with the domains. */
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
