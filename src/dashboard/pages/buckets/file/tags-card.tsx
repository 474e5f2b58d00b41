import { useState } from "react";
import { tagNameMax, tagsMax, tagValueMax } from "../../../../../resources/bucket/storage-limits.ts";
import { useTags, type FileTag } from "../../../flows/storage/use-object.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Form } from "../../../ui/form.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { toast } from "../../../ui/toast.ts";
import styles from "./file-page.module.css";

interface TagsCardProps {
  readonly bucket: string;
  readonly fileKey: string;
  readonly mayEdit: boolean;
}

/** The file's tags, editable with access. */
export const TagsCard = ({ bucket, fileKey, mayEdit }: TagsCardProps) => {
  const { tags, error, save } = useTags(bucket, fileKey);
  return (
    <Card title="Tags">
      {error && <p role="alert">{error.message}</p>}
      {!tags && !error && <Skeleton lines={2} />}
      {tags && !mayEdit && <TagList tags={tags} />}
      {tags && mayEdit && <TagForm key={JSON.stringify(tags)} tags={tags} save={save} />}
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

interface TagFormProps {
  readonly tags: readonly FileTag[];
  readonly save: (tags: readonly FileTag[]) => Promise<void>;
}

const TagForm = ({ tags, save }: TagFormProps) => {
  const [rows, setRows] = useState(tags);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const change = (at: number, row: FileTag) => setRows(rows.map((old, index) => (index === at ? row : old)));
  const submit = async () => {
    const wrong = problemOf(rows);
    setProblem(wrong);
    if (wrong) return;
    setBusy(true);
    try {
      await save(rows);
      toast("Tags saved");
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form onSubmit={() => void submit()}>
      {rows.map(([name, value], at) => (
        <div key={at} className={styles.tags}>
          <TextField
            label="Name"
            value={name}
            maxLength={tagNameMax}
            onChange={(input) => change(at, [input, value])}
          />
          <TextField
            label="Value"
            value={value}
            maxLength={tagValueMax}
            onChange={(input) => change(at, [name, input])}
          />
          <IconButton
            icon="trash"
            label={`Remove tag ${name}`}
            onClick={() => setRows(rows.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      {problem && (
        <p className="is-error" role="alert">
          {problem}
        </p>
      )}
      <div className="fh-row">
        {rows.length < tagsMax && (
          <Button size="small" icon="plus" onClick={() => setRows([...rows, ["", ""]])}>
            Add tag
          </Button>
        )}
        {JSON.stringify(rows) !== JSON.stringify(tags) && (
          <Button size="small" kind="primary" type="submit" busy={busy}>
            Save tags
          </Button>
        )}
      </div>
    </Form>
  );
};

const problemOf = (rows: readonly FileTag[]): string | undefined => {
  if (rows.some(([name]) => name.trim() === "")) return "Every tag needs a name.";
  return new Set(rows.map(([name]) => name)).size < rows.length ? "Tag names must be unique." : undefined;
};
