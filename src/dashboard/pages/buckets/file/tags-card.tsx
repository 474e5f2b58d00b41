import * as z from "zod/mini";
import { tagNameMax, tagsMax, tagValueMax } from "../../../../../resources/bucket/storage-limits.ts";
import { data } from "../../../../../resources/fields.ts";
import { useTags, type FileTag } from "../../../flows/storage/use-object.ts";
import { FormCard, ownForm } from "../../../framework/forms/form.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import styles from "./file-page.module.css";

interface TagsCardProps {
  readonly bucket: string;
  readonly fileKey: string;
  readonly mayEdit: boolean;
}

const tagsField = data(
  "",
  z.array(z.custom<FileTag>()).check(
    z.refine((tags) => tags.every(([name]) => name.trim() !== ""), "Every tag needs a name."),
    z.refine((tags) => new Set(tags.map(([name]) => name)).size === tags.length, "Tag names must be unique."),
  ),
);

/** The file's tags, editable with access. */
export const TagsCard = ({ bucket, fileKey, mayEdit }: TagsCardProps) => {
  const { tags, error, save } = useTags(bucket, fileKey);
  if (tags && mayEdit)
    return (
      <FormCard
        title="Tags"
        form={ownForm({ tags: tagsField }, ({ tags: changed }) => save(changed))}
        initial={{ tags: [...tags] }}
        controls={{ tags: ({ value = [], onChange }) => <Tags tags={value} onChange={onChange} /> }}
        submit="Save tags"
        done="Tags saved"
      />
    );
  return (
    <Card title="Tags">
      {error && <p role="alert">{error.message}</p>}
      {!tags && !error && <Skeleton lines={2} />}
      {tags && <TagList tags={tags} />}
    </Card>
  );
};

const TagList = ({ tags }: { readonly tags: readonly FileTag[] }) =>
  tags.length === 0 ? (
    <p className="fh-muted">No tags.</p>
  ) : (
    <dl className={styles.traits}>
      {tags.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );

interface TagsProps {
  readonly tags: readonly FileTag[];
  readonly onChange: (tags: FileTag[]) => void;
}

const Tags = ({ tags, onChange }: TagsProps) => (
  <div className="fh-stack">
    {tags.map(([name, value], at) => (
      <div key={at} className={styles.tags}>
        <TextField
          label="Name"
          value={name}
          maxLength={tagNameMax}
          onChange={(input) => onChange(tags.with(at, [input, value]))}
        />
        <TextField
          label="Value"
          value={value}
          maxLength={tagValueMax}
          onChange={(input) => onChange(tags.with(at, [name, input]))}
        />
        <IconButton icon="trash" label={`Remove tag ${name}`} onClick={() => onChange(tags.toSpliced(at, 1))} />
      </div>
    ))}
    {tags.length < tagsMax && (
      <div>
        <Button size="small" icon="plus" onClick={() => onChange([...tags, ["", ""]])}>
          Add tag
        </Button>
      </div>
    )}
  </div>
);
