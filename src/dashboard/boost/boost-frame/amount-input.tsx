import type { ControlProps } from "../../framework/forms/form.tsx";
import { Button } from "../../ui/button.tsx";
import styles from "./panel.module.css";

interface AmountInputProps extends Pick<ControlProps<{ amount: string }, "amount">, "id" | "value" | "onChange"> {
  readonly disabled?: boolean;
  /** The amount that Max enters. */
  readonly most: string;
  /** The same with its unit. */
  readonly title: string;
}

/** An amount, with a button that enters all there is. */
export const AmountInput = ({ id, value = "", onChange, disabled = false, most, title }: AmountInputProps) => (
  <div className={styles.amount}>
    <input
      id={id}
      className="fh-input"
      value={value}
      autoComplete="off"
      placeholder="0"
      disabled={disabled}
      onChange={({ target }) => onChange(target.value)}
    />
    <Button disabled={disabled || Number(most) === 0} title={title} onClick={() => onChange(most)}>
      Max
    </Button>
  </div>
);
