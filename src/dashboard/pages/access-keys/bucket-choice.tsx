import { useState } from "react";
import { buckets } from "../../../../resources/bucket/buckets.ts";
import { callOf } from "../../../../resources/endpoints.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import styles from "./access-keys.module.css";

interface BucketChoiceProps {
  /** None of them stands for all. */
  readonly chosen: readonly string[];
  readonly disabled: boolean;
  readonly onChange: (chosen: readonly string[]) => void;
}

const listBuckets = callOf(buckets, "list");
const ways = [
  { value: "all", label: "All buckets" },
  { value: "some", label: "Selected buckets" },
] as const;
type Way = (typeof ways)[number]["value"];

/** All buckets, those to come among them, or chosen ones. */
export const BucketChoice = ({ chosen, disabled, onChange }: BucketChoiceProps) => {
  const [asked, setAsked] = useState(false);
  const { data } = useCall(listBuckets);
  const way: Way = asked || chosen.length > 0 ? "some" : "all";
  const names = (data?.list ?? []).map(({ name }) => name);
  const choose = (next: Way) => {
    setAsked(next === "some");
    if (next === "all") onChange([]);
  };
  return (
    <fieldset className={styles.choices} disabled={disabled}>
      <legend>Buckets</legend>
      <Segmented label="Buckets" options={ways} value={way} onChange={choose} />
      {way === "some" && (
        <div className={styles.buckets}>
          {[...new Set([...names, ...chosen])].map((name) => (
            <Checkbox
              key={name}
              label={name}
              checked={chosen.includes(name)}
              onChange={(checked) => onChange(checked ? [...chosen, name] : chosen.filter((one) => one !== name))}
            />
          ))}
          {names.length === 0 && <p className="fh-muted">No buckets yet.</p>}
        </div>
      )}
    </fieldset>
  );
};
