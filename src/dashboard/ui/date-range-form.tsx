import { useEffect, useId, useRef, useState } from "react";
import { firstDay, lastDay, rangeOf, type CustomRange, type PickedDays } from "../lib/date-range.ts";
import { Button } from "./button.tsx";
import { Form } from "./form.tsx";
import styles from "./date-range.module.css";

interface DateRangeFormProps {
  readonly initial: PickedDays;
  readonly onPicked: (range: CustomRange) => void;
}

const fields = [
  { name: "from", label: "Start date" },
  { name: "to", label: "End date" },
] as const;

/** Start and end date of a custom range, validated on "Apply". */
export const DateRangeForm = ({ initial, onPicked }: DateRangeFormProps) => {
  const [days, setDays] = useState(initial);
  const [problem, setProblem] = useState("");
  const first = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => first.current?.focus(), []);
  return (
    <Form
      className={styles.form}
      onSubmit={() => {
        const range = rangeOf(days);
        if (typeof range === "string") setProblem(range);
        else onPicked(range);
      }}
    >
      {fields.map(({ name, label }) => (
        <label key={name}>
          <span className="fh-hidden">{label}</span>
          <input
            ref={name === "from" ? first : undefined}
            type="date"
            className="fh-input"
            title={label}
            value={days[name]}
            min={firstDay}
            max={lastDay()}
            aria-invalid={problem !== "" || undefined}
            aria-describedby={problem === "" ? undefined : id}
            onChange={(event) => {
              setDays({ ...days, [name]: event.target.value });
              setProblem("");
            }}
          />
        </label>
      ))}
      <Button type="submit" kind="soft">
        Apply
      </Button>
      {problem !== "" && (
        <p id={id} role="alert">
          {problem}
        </p>
      )}
    </Form>
  );
};
