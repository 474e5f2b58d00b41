import { Link } from "react-router";
import { buckets, type BucketVisibility } from "../../../../../resources/bucket/buckets.ts";
import { bucketDomains } from "../../../../../resources/bucket/domains.ts";
import { href } from "../../../../../resources/href.ts";
import { publicUrl } from "../../../flows/storage/links.ts";
import { useBucketAccess } from "../../../flows/storage/use-bucket-settings.ts";
import { useWork } from "../../../framework/data/use-act.ts";
import { useRecords } from "../../../framework/data/use-records.ts";
import { optionTiles } from "../../../framework/widgets/cell.tsx";
import { Card } from "../../../ui/card.tsx";
import { ChoiceTiles } from "../../../ui/choice-tiles.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Switch } from "../../../ui/text-field.tsx";
import { toast } from "../../../ui/toast.ts";

interface AccessCardProps {
  readonly bucket: string;
  readonly mayEdit: boolean;
}

/** The bucket's visibility, by CID and by URL. */
export const AccessCard = ({ bucket, mayEdit }: AccessCardProps) => {
  const { rows, error, reload } = useRecords(buckets);
  const row = rows?.find(({ name }) => name === bucket);
  const { setVisibility, setOpenByS3 } = useBucketAccess(bucket);
  /** Resolves to the text of the toast. */
  const { act, acting } = useWork((work: () => Promise<string>) => work(), { onDone: (done) => toast(done) });
  const choose = async (visibility: BucketVisibility) => {
    if (visibility === row?.visibility || !(await confirm[visibility](bucket))) return;
    await act(async () => {
      await setVisibility(visibility);
      return visibility === "public" ? "Bucket is public" : "Bucket is private";
    });
  };
  const openByS3 = async (isOpen: boolean) => {
    if (isOpen && !(await confirmOpen(bucket))) return;
    await act(async () => {
      await setOpenByS3(isOpen);
      return isOpen ? "Readable by URL" : "No longer readable by URL";
    });
  };
  return (
    <Card title="Visibility">
      <div className="fh-stack">
        {error && !rows && <ErrorState message={error.message} onRetry={reload} />}
        {!row && !error && <Skeleton lines={3} />}
        {row && (
          <ChoiceTiles
            label="Visibility"
            options={optionTiles(buckets.fields.visibility)}
            value={row.visibility}
            disabled={!mayEdit || acting}
            onChange={(visibility) => void choose(visibility)}
          />
        )}
        {row?.visibility === "public" && (
          <Switch
            label="Also readable by URL without a key"
            hint={
              row.public
                ? `At ${publicUrl(bucket, "")} followed by the file's path.`
                : "Off. Requests to the S3 endpoint must be signed."
            }
            checked={row.public}
            disabled={!mayEdit || acting}
            onChange={(isOpen) => void openByS3(isOpen)}
          />
        )}
        <p className="fh-muted">
          Adding a <Link to={href(bucketDomains, "list")}>bucket domain</Link> makes a bucket public. A file that is
          also part of a site, a pin or a published snapshot stays public.
        </p>
      </div>
    </Card>
  );
};

const confirm: Readonly<Record<BucketVisibility, (bucket: string) => Promise<boolean>>> = {
  public: (bucket) =>
    dialogs.confirm({
      title: `Make bucket ${bucket} public?`,
      text: "Anyone with a file's CID can read it, including files you add later.",
      ok: "Make public",
      danger: true,
    }),
  private: (bucket) =>
    dialogs.confirm({
      title: `Make bucket ${bucket} private?`,
      text: "CID links and unsigned URLs stop working immediately. Copies made while it was public may remain.",
      ok: "Make private",
    }),
};

const confirmOpen = (bucket: string): Promise<boolean> =>
  dialogs.confirm({
    title: `Make bucket ${bucket} readable by URL?`,
    text: "Anyone who knows a file's path can read it without a key. Downloads count as your team's traffic.",
    ok: "Make readable",
    danger: true,
  });
