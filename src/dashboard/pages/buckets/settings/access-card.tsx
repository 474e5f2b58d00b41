import { useState } from "react";
import { Link } from "react-router";
import { bucketDomains } from "../../../../../resources/bucket/domains.ts";
import { href } from "../../../../../resources/href.ts";
import { publicUrl } from "../../../flows/storage/links.ts";
import { useSetPublic } from "../../../flows/storage/use-bucket-settings.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Card } from "../../../ui/card.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Switch } from "../../../ui/text-field.tsx";
import { toast } from "../../../ui/toast.ts";
import { useBucketRows } from "../use-bucket-row.ts";

interface AccessCardProps {
  readonly bucket: string;
  readonly mayEdit: boolean;
}

/** Whether anybody may read the bucket, and what no setting can keep secret. */
export const AccessCard = ({ bucket, mayEdit }: AccessCardProps) => {
  const { rows, error, reload } = useBucketRows();
  const isPublic = rows?.find(({ name }) => name === bucket)?.public;
  const set = useSetPublic(bucket);
  const [busy, setBusy] = useState(false);
  const change = async (wanted: boolean) => {
    if (wanted && !(await confirmPublic(bucket))) return;
    setBusy(true);
    try {
      await set(wanted);
      toast(wanted ? "Anybody can read this bucket now" : "Only your team reads this bucket now");
    } catch (problem) {
      void dialogs.alert({ text: (problem as Error).message });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card title="Who can read it">
      <div className="fh-stack">
        {error && !rows && <ErrorState message={error.message} onRetry={reload} />}
        {isPublic === undefined && !error && <Skeleton lines={2} />}
        {isPublic !== undefined && (
          <Switch
            label="Public: anybody can read every file"
            hint={
              isPublic
                ? `At ${publicUrl(bucket, "")} followed by the file's path.`
                : "Now only your team and its access keys can."
            }
            checked={isPublic}
            disabled={!mayEdit || busy}
            onChange={(wanted) => void change(wanted)}
          />
        )}
        <p className="fh-muted">
          Besides, host names among your <Link to={href(bucketDomains, "list")}>bucket domains</Link> show its files to
          everybody, also while the bucket is not public.
        </p>
        <Banner kind="info" title="A CID is a key to its file">
          Files lie on IPFS. Whoever knows a file&apos;s CID can read it from IPFS gateways, whether this bucket is
          public or not. Encrypt what must stay secret before you store it.
        </Banner>
      </div>
    </Card>
  );
};

const confirmPublic = (bucket: string): Promise<boolean> =>
  dialogs.confirm({
    title: "Make it public",
    text: `Anybody in the world can read every file in ${bucket}, also those stored later. Their downloads count as your team's traffic.`,
    ok: "Make public",
    danger: true,
  });
