import { useNavigate } from "react-router";
import { buckets } from "../../../../resources/bucket/buckets.ts";
import { useBuckets } from "../../flows/storage/use-buckets.ts";
import { FormDialog, ownForm } from "../../framework/forms/form.tsx";
import { placeHref } from "./paths.ts";

const { name, visibility } = buckets.fields;

/** Creates a bucket with a name and visibility, then opens it. */
export const CreateBucket = ({ onClose }: { readonly onClose: () => void }) => {
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
