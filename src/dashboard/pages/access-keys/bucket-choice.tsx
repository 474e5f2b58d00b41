import { useState } from "react";
import { buckets, type BucketRow } from "../../../../resources/bucket/buckets.ts";
import type { CallSpec } from "../../../../resources/define.ts";
import { callsOf } from "../../../../resources/endpoints.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import styles from "./access-keys.module.css";

interface BucketChoiceProps {
  /** Empty means all buckets. */
  readonly chosen: readonly string[];
  readonly disabled: boolean;
  readonly onChange: (chosen: readonly string[]) => void;
}

const listBuckets: CallSpec = callsOf(buckets).find(({ call }) => call === buckets.calls.list)!;
const scopes = [
  { value: "all", label: "All buckets" },
  { value: "some", label: "Selected buckets" },
] as const;
type Scope = (typeof scopes)[number]["value"];

/** Scope of an access key: all buckets, including future ones, or selected buckets. */
export const BucketChoice = ({ chosen, disabled, onChange }: BucketChoiceProps) => {
  const [isSelecting, setSelecting] = useState(false);
  const { data } = useCall(listBuckets);
  const scope: Scope = isSelecting || chosen.length > 0 ? "some" : "all";
  const names = ((data as { list: readonly BucketRow[] } | undefined)?.list ?? []).map(({ name }) => name);
  const choose = (next: Scope) => {
    setSelecting(next === "some");
    if (next === "all") onChange([]);
  };
  return (
    <fieldset className={styles.choices} disabled={disabled}>
      <legend>Buckets</legend>
      <Segmented label="Buckets" options={scopes} value={scope} onChange={choose} />
      {scope === "some" && (
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
