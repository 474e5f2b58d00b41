import { useState } from "react";
import { buckets } from "../../../../resources/bucket/buckets.ts";
import { useRecords } from "../../framework/data/use-records.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import styles from "./access-keys.module.css";

interface BucketsFieldProps {
  /** Empty means all buckets. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
}

const ways = [
  { value: "all", label: "All buckets" },
  { value: "some", label: "Selected buckets" },
] as const;

/** All buckets, including future ones, or selected ones. */
export const BucketsField = ({ chosen, onChange }: BucketsFieldProps) => {
  const [isOpen, setOpen] = useState(false);
  const { rows = [] } = useRecords(buckets);
  const way = isOpen || chosen.length > 0 ? "some" : "all";
  return (
    <div className={styles.choices}>
      <Segmented
        label="Buckets"
        options={ways}
        value={way}
        onChange={(next) => {
          setOpen(next === "some");
          if (next === "all") onChange([]);
        }}
      />
      {way === "some" && (
        <div className={styles.buckets}>
          {[...new Set([...rows.map(({ name }) => name), ...chosen])].map((name) => (
            <Checkbox
              key={name}
              label={name}
              checked={chosen.includes(name)}
              onChange={(checked) => onChange(checked ? [...chosen, name] : chosen.filter((one) => one !== name))}
            />
          ))}
          {rows.length === 0 && <p className="fh-muted">No buckets yet.</p>}
        </div>
      )}
    </div>
  );
};
