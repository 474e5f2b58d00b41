import { Link } from "react-router";
import { buckets } from "../../../../resources/bucket/buckets.ts";
import { listBucketAddresses } from "../../../../resources/bucket/domain-calls.ts";
import { href } from "../../../../resources/href.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { ChoiceField } from "../domains/choice-field.tsx";

interface BucketFieldProps {
  readonly value: string;
  readonly onChange: (bucketName: string) => void;
  readonly error?: string | undefined;
  /** Excludes buckets that already have a public address. */
  readonly unaddressed?: true;
}

/** Selects one of the team's buckets. */
export const BucketField = ({ value, onChange, error, unaddressed }: BucketFieldProps) => {
  const { data, error: failure, reload } = useCall(listBucketAddresses);
  if (failure && !data) return <ErrorState message={failure.message} onRetry={reload} />;
  if (data?.list.length === 0) {
    return (
      <p className={error && "fh-form-refused"} role={error && "alert"}>
        No buckets yet. <Link to={href(buckets, "list")}>Create a bucket</Link>.
      </p>
    );
  }
  const options = data?.list
    .filter(({ url }) => !unaddressed || url === undefined)
    .map(({ bucketName }) => ({ value: bucketName, label: bucketName }));
  return (
    <ChoiceField
      label="Bucket"
      prompt="Select a bucket"
      value={value}
      options={options}
      onChange={onChange}
      error={error}
    />
  );
};
