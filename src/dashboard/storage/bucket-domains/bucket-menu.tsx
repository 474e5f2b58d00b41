import { Link } from "react-router";
import { buckets } from "../../../../resources/storage/buckets.ts";
import { listBucketAddresses } from "../../../../resources/storage/domain-calls.ts";
import { href } from "../../../../resources/declare/href.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { ErrorState } from "../../ui/states/error-state.tsx";

/** Returns the team's buckets as a form's menu, and what to show below it if there are none. */
export const useBucketMenu = ({ withoutAddress = false } = {}) => {
  const { data, error, reload } = useCall(listBucketAddresses);
  const shown = (data?.list ?? []).filter(({ url }) => !withoutAddress || url === undefined);
  const options = shown.map(({ bucketName }) => bucketName);
  const menu = { as: "choice", options, labels: Object.fromEntries(options.map((name) => [name, name])) } as const;
  const noBuckets = data?.list.length === 0 && (
    <p>
      No buckets yet. <Link to={href(buckets, "list")}>Create a bucket</Link>.
    </p>
  );
  return { menu, note: error && !data ? <ErrorState message={error.message} onRetry={reload} /> : noBuckets };
};
