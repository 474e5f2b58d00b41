import { useState } from "react";
import { useNavigate } from "react-router";
import { buckets } from "../../../../resources/storage/buckets.ts";
import { useBuckets } from "../flows/storage/use-buckets.ts";
import { useCreateRequest } from "../../framework/create-request.ts";
import { FormDialog, ownForm } from "../../framework/forms/form.tsx";
import { ListPage } from "../../framework/pages/list-page.tsx";
import { useAllows } from "../../framework/use-allows.ts";
import { formatCount, formatWhole } from "../../lib/format/count.ts";
import { formatDay, formatMoment } from "../../lib/format/date.ts";
import { Button } from "../../ui/button.tsx";
import { StatusTag } from "../../ui/states/status-tag.tsx";
import styles from "./buckets.module.css";
import { placeHref } from "./paths.ts";
import { useBucketActions } from "./use-bucket-actions.ts";
import { VisibilityTag } from "./visibility-tag.tsx";

/** /bucket/storage: the team's buckets. They are created and deleted by S3. */
export const Component = () => {
  const [creating, setCreating] = useState(false);
  const mayCreate = useAllows()("create", "buckets");
  const actions = useBucketActions();
  useCreateRequest(buckets.name, () => setCreating(mayCreate));
  return (
    <>
      <ListPage
        resource={buckets}
        cells={{
          name: ({ name, visibility, arweave }) => (
            <span className={styles.name}>
              <span title={name}>{name}</span>
              <VisibilityTag visibility={visibility} />
              {arweave.sync && <StatusTag state="synced" label="Arweave" />}
            </span>
          ),
          objectCount: ({ objectCount }) => <span title={formatWhole(objectCount)}>{formatCount(objectCount)}</span>,
          monthVisit: ({ monthVisit }) => <span title={formatWhole(monthVisit)}>{formatCount(monthVisit)}</span>,
          createdAt: ({ createdAt }) => <span title={formatMoment(createdAt)}>{formatDay(createdAt)}</span>,
        }}
        rowHref={({ name }) => placeHref(name)}
        rowActions={actions}
        create={
          mayCreate && (
            <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
              Create bucket
            </Button>
          )
        }
      />
      {creating && <CreateBucket onClose={() => setCreating(false)} />}
    </>
  );
};

const { name, visibility } = buckets.fields;

/** Creates a bucket with a name and visibility, then opens it. */
const CreateBucket = ({ onClose }: { readonly onClose: () => void }) => {
  const navigate = useNavigate();
  const { create } = useBuckets();
  return (
    <FormDialog
      title="Create bucket"
      form={ownForm({ name, visibility }, async (values) => {
        const bucket = values.name.trim();
        await create(bucket, values.visibility);
        return bucket;
      })}
      initial={{ visibility: "private" }}
      submit="Create bucket"
      onSaved={(bucket) => void navigate(placeHref(bucket))}
      onClose={onClose}
    />
  );
};
