import { useState } from "react";
import * as z from "zod/mini";
import {
  lifecycleKinds,
  previewLifecycle,
  showLifecycle,
  type LifecyclePreview,
} from "../../../../../resources/storage/bucket-rules.ts";
import { deleteFolder } from "../../../../../resources/storage/bucket-calls.ts";
import { buckets } from "../../../../../resources/storage/buckets.ts";
import { actionOf } from "../../../../../resources/declare/endpoints.ts";
import { data } from "../../../../../resources/declare/fields.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useAct } from "../../../framework/data/use-act.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { resourceKey } from "../../../framework/data/record-keys.ts";
import { useRecords } from "../../../framework/data/use-records.ts";
import { callForm, FormCard } from "../../../framework/forms/form.tsx";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { countOf } from "../../../lib/format/count.ts";
import { formatMoment } from "../../../lib/format/date.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { Switch, TextField } from "../../../ui/fields/text-field.tsx";
import { TextArea } from "../../../ui/fields/text-area.tsx";
import { newRule, ruleProblem, toForm, toRule, type RuleForm } from "./lifecycle-rules.ts";
import styles from "./settings.module.css";

interface CardProps {
  readonly bucket: string;
  readonly mayEdit: boolean;
}

/** Versioning of a bucket, and its deletion with all versions. */
export const VersioningCard = ({ bucket, mayEdit, mayDelete }: CardProps & { readonly mayDelete: boolean }) => {
  const { rows } = useRecords(buckets);
  const row = rows?.find(({ name }) => name === bucket);
  const client = useQueryClient();
  const onDone = () => client.invalidateQueries({ queryKey: resourceKey(buckets.name) });
  const { act, acting } = useAct(actionOf(buckets, "setVersioning"), { done: "Versioning changed", onDone });
  const removing = useAct(deleteFolder, { done: "Deletion started", onDone });
  const isEnabled = row?.versioning === "Enabled";
  const change = async (enable: boolean) => {
    const confirmed =
      enable ||
      (await dialogs.confirm({
        title: `Suspend versioning of ${bucket}?`,
        text: "Existing versions are kept. Files that you replace or delete from now on are lost.",
        ok: "Suspend versioning",
      }));
    if (confirmed) await act({ params: { name: bucket }, body: { versioning: enable ? "Enabled" : "Suspended" } });
  };
  const empty = async () => {
    const input = await dialogs.prompt({
      title: `Delete all files and versions of ${bucket}?`,
      text: "They are permanently deleted, except locked versions. This cannot be undone.",
      ok: "Delete everything",
      danger: true,
      fields: [
        {
          name: "typed",
          label: `Type ${bucket} to confirm`,
          validate: (typed) => (typed === bucket ? undefined : `Type ${bucket}.`),
        },
      ],
    });
    if (input) await removing.act({ body: { bucket, prefix: "", versions: true } });
  };
  return (
    <Card title="Versioning">
      {!row && <Skeleton lines={2} />}
      {row && (
        <div className="fh-stack">
          <Switch
            label="Keep earlier versions of files"
            hint={
              row.hasLock
                ? "This bucket has object lock, so versioning stays enabled."
                : "You can restore replaced and deleted files. All versions count as storage."
            }
            checked={isEnabled}
            disabled={!mayEdit || acting || row.hasLock}
            onChange={(enable) => void change(enable)}
          />
          {row.versionCount > 0 && (
            <div className="fh-row">
              <p className="fh-muted">{countOf(row.versionCount, "earlier version")} including delete markers.</p>
              {mayDelete && (
                <Button size="small" icon="trash" busy={removing.acting} onClick={() => void empty()}>
                  Delete all files and versions
                </Button>
              )}
            </div>
          )}
        </div>
      )}
    </Card>
  );
};

const card = {
  title: "Lifecycle rules",
  text: "Delete files, versions and incomplete uploads automatically. Rules run once a day, after midnight UTC.",
};

const rulesField = data(
  "",
  z.array(z.custom<RuleForm>()).check(
    z.superRefine((forms, context) => {
      const isTwice = new Set(forms.map(({ id }) => id.trim())).size < forms.length;
      const message =
        forms.map(ruleProblem).find((problem) => problem !== undefined) ??
        (isTwice ? "Each rule needs its own name." : undefined);
      if (message !== undefined) context.addIssue({ code: "custom", message });
    }),
  ),
);

/** Editor for the bucket's lifecycle rules, with a preview of the next run. */
export const LifecycleCard = ({ bucket, mayEdit }: CardProps) => {
  const { data: stored, error } = useCall(showLifecycle, { params: { name: bucket } });
  if (!stored) return <Card {...card}>{error ? <ErrorState message={error.message} /> : <Skeleton lines={3} />}</Card>;
  if (!mayEdit)
    return (
      <Card {...card}>
        <p className="fh-muted">{stored.rules.length === 0 ? "No rules." : countOf(stored.rules.length, "rule")}</p>
      </Card>
    );
  return (
    <FormCard
      {...card}
      form={callForm(actionOf(buckets, "setLifecycle"), {
        params: { name: bucket },
        fields: { rules: rulesField },
        body: ({ rules }) => ({ rules: rules.map(toRule) }),
        draft: false,
      })}
      refreshes={[showLifecycle]}
      initial={{ rules: stored.rules.map(toForm) }}
      controls={{
        rules: ({ value = [], onChange }) => <Rules bucket={bucket} forms={value} onChange={onChange} />,
      }}
      submit="Save lifecycle rules"
      done="Rules saved"
    />
  );
};

interface RulesProps {
  readonly bucket: string;
  readonly forms: readonly RuleForm[];
  readonly onChange: (forms: RuleForm[]) => void;
}

const Rules = ({ bucket, forms, onChange }: RulesProps) => {
  const [preview, setPreview] = useState<LifecyclePreview>();
  const { act, acting } = useAct(previewLifecycle, { onDone: setPreview });
  const isValid = forms.every((form) => ruleProblem(form) === undefined);
  return (
    <div className="fh-stack">
      {forms.length === 0 && <p className="fh-muted">No rules.</p>}
      {forms.map((form, at) => (
        <RuleFields
          key={at}
          form={form}
          onChange={(changed) => onChange(forms.with(at, changed))}
          onRemove={() => onChange(forms.toSpliced(at, 1))}
        />
      ))}
      <div className={styles.buttons}>
        <Button icon="plus" onClick={() => onChange([...forms, newRule(forms)])}>
          Add lifecycle rule
        </Button>
        {forms.length > 0 && (
          <Button
            busy={acting}
            disabled={!isValid}
            onClick={() => void act({ params: { name: bucket }, body: { rules: forms.map(toRule) } })}
          >
            Preview next run
          </Button>
        )}
      </div>
      {preview && <PreviewDialog preview={preview} onClose={() => setPreview(undefined)} />}
    </div>
  );
};

interface PreviewProps {
  readonly preview: LifecyclePreview;
  readonly onClose: () => void;
}

const kinds = { file: "File", version: "Version", marker: "Delete marker", upload: "Upload" } as const;

/** What the rules would delete at the next run. */
const PreviewDialog = ({ preview, onClose }: PreviewProps) => {
  const { runsAt, files, versions, markers, uploads, bytes, list } = preview;
  const counts = [
    countOf(files, "file"),
    countOf(versions, "earlier version"),
    countOf(markers, "delete marker"),
    countOf(uploads, "upload"),
  ];
  return (
    <Dialog title="Next run" width={600} onClose={onClose}>
      <div className="fh-stack">
        <p>
          After {formatMoment(runsAt)}: {counts.join(", ")}, {formatBytes(bytes)}.
        </p>
        {list.length === 0 && <p className="fh-muted">Nothing would be deleted.</p>}
        {lifecycleKinds.map((kind) => {
          const shown = list.filter((one) => one.kind === kind);
          return (
            shown.length > 0 && (
              <ul key={kind} className={styles.due} aria-label={kinds[kind]}>
                {shown.map(({ key, versionId = "", size }, at) => (
                  <li key={at}>
                    <bdi title={versionId}>{key}</bdi>
                    <span className="fh-muted">
                      {kinds[kind]}
                      {size > 0 && `, ${formatBytes(size)}`}
                    </span>
                  </li>
                ))}
              </ul>
            )
          );
        })}
      </div>
    </Dialog>
  );
};

interface RuleFieldsProps {
  readonly form: RuleForm;
  readonly onChange: (form: RuleForm) => void;
  readonly onRemove: () => void;
}

/** One lifecycle rule: its conditions and its actions. */
const RuleFields = ({ form, onChange, onRemove }: RuleFieldsProps) => {
  const text = (label: string, name: keyof RuleForm, hint?: string) => (
    <TextField
      label={label}
      {...(hint !== undefined && { hint })}
      {...(name === "expireDate" && { type: "date" })}
      {...(/Days|Kept|size/.test(name) && { inputMode: "numeric" as const })}
      value={String(form[name])}
      onChange={(value) => onChange({ ...form, [name]: value })}
    />
  );
  return (
    <fieldset className={styles.rule}>
      <legend>{form.id || "New rule"}</legend>
      <IconButton className={styles.remove} icon="trash" label={`Remove rule ${form.id}`} onClick={onRemove} />
      <div className={styles.more}>
        {text("Name", "id")}
        {text("Prefix", "prefix", "Leave blank for all files.")}
      </div>
      <Checkbox label="Enabled" checked={form.enabled} onChange={(enabled) => onChange({ ...form, enabled })} />
      <div className={styles.more}>
        {text("Larger than (bytes)", "sizeAbove")}
        {text("Smaller than (bytes)", "sizeBelow")}
        <TextArea
          label="Tags"
          hint="One name=value per line."
          rows={2}
          value={form.tags}
          onChange={(tags) => onChange({ ...form, tags })}
        />
      </div>
      <div className={styles.more}>
        {text("Delete files after (days)", "expireDays")}
        {text("Or on date", "expireDate")}
        {text("Delete earlier versions after (days)", "noncurrentDays")}
        {text("Keep newest earlier versions", "noncurrentKept")}
        {text("Abort uploads after (days)", "abortDays")}
      </div>
      <Checkbox
        label="Delete markers that hide no version"
        checked={form.expireMarkers}
        onChange={(expireMarkers) => onChange({ ...form, expireMarkers })}
      />
    </fieldset>
  );
};
