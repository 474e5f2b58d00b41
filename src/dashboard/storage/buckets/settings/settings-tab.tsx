import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, Link } from "react-router";
import * as z from "zod/mini";
import { buckets, type BucketVisibility } from "../../../../../resources/storage/buckets.ts";
import { s3Region } from "../../../../../resources/storage/access-key-limits.ts";
import { actionOf, callOf } from "../../../../../resources/declare/endpoints.ts";
import { href } from "../../../../../resources/declare/href.ts";
import { endpointUrl, publicUrl } from "../../flows/storage/links.ts";
import { useRecordActions } from "../../../framework/pages/use-record-actions.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import { CopyText } from "../../../ui/panels/copy-text.tsx";
import { DangerCard } from "../../../ui/panels/danger-card.tsx";
import { DescriptionList } from "../../../ui/panels/description-list.tsx";
import { BucketStorageType } from "../../arweave/bucket-storage-type.tsx";
import { bucketDomains } from "../../../../../resources/storage/domains.ts";
import { useCors } from "../../flows/storage/use-bucket-settings.ts";
import { resourceKey } from "../../../framework/data/record-keys.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { useRecords } from "../../../framework/data/use-records.ts";
import { optionTiles } from "../../../framework/widgets/option-tiles.ts";
import { ChoiceTiles } from "../../../ui/fields/choice-tiles.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { Switch, TextField } from "../../../ui/fields/text-field.tsx";
import { toast } from "../../../ui/toast/toast.ts";
import { data } from "../../../../../resources/declare/fields.ts";
import { FormCard, ownForm } from "../../../framework/forms/form.tsx";
import { useBucketRow } from "../use-bucket-row.ts";
import { newRule, ruleProblem, toForm, toRule, type RuleForm, corsMethods } from "./cors-rules.ts";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { TextArea } from "../../../ui/fields/text-area.tsx";
import { LifecycleCard, VersioningCard } from "./versions-cards.tsx";
import styles from "./settings.module.css";

/** A bucket's visibility, storage type, endpoint, CORS rules and deletion. */
export const SettingsTab = ({ bucket }: { readonly bucket: string }) => {
  const allows = useAllows();
  const navigate = useNavigate();
  const actions = useRecordActions(buckets, {
    onDeleted: () => void navigate(href(buckets, "list"), { replace: true }),
  });
  const remove = actions({ name: bucket }).find(({ danger }) => danger);
  const mayEdit = allows("edit", "buckets");
  return (
    <div className="fh-stack">
      <AccessCard bucket={bucket} mayEdit={mayEdit} />
      <BucketStorageType bucket={bucket} />
      <Card title="S3 endpoint" text="Use this endpoint with path-style requests.">
        <DescriptionList
          facts={[
            { label: "Endpoint", value: <CopyText text={endpointUrl()} label="endpoint" /> },
            { label: "Region", value: <CopyText text={s3Region} label="region" /> },
            { label: "Bucket", value: <CopyText text={bucket} label="bucket" /> },
          ]}
        />
      </Card>
      <VersioningCard bucket={bucket} mayEdit={mayEdit} mayDelete={allows("delete", "buckets")} />
      <LifecycleCard bucket={bucket} mayEdit={mayEdit} />
      {mayEdit && <CorsCard bucket={bucket} />}
      {remove && (
        <DangerCard text="Only empty buckets can be deleted. The name becomes available to others.">
          <Button kind="danger" icon="trash" onClick={() => remove.onSelect?.()}>
            Delete bucket
          </Button>
        </DangerCard>
      )}
    </div>
  );
};

interface AccessCardProps {
  readonly bucket: string;
  readonly mayEdit: boolean;
}

/** The bucket's visibility, by CID and by URL. */
const AccessCard = ({ bucket, mayEdit }: AccessCardProps) => {
  const { rows, error, reload } = useRecords(buckets);
  const row = rows?.find(({ name }) => name === bucket);
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: resourceKey(buckets.name) });
  const visibility = useAct(callOf(buckets, "edit"), { onDone: refresh });
  const reading = useAct(actionOf(buckets, "setPublicRead"), { onDone: refresh });
  const acting = visibility.acting || reading.acting;
  const params = { name: bucket };
  const choose = async (wanted: BucketVisibility) => {
    if (wanted === row?.visibility || !(await confirm[wanted](bucket))) return;
    if ((await visibility.act({ params, body: { visibility: wanted } })) !== undefined)
      toast(wanted === "public" ? "Bucket is public" : "Bucket is private");
  };
  const openByS3 = async (on: boolean) => {
    if (on && !(await confirmOpen(bucket))) return;
    if ((await reading.act({ params, body: { on } })) !== undefined)
      toast(on ? "Readable by URL" : "No longer readable by URL");
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

const card = {
  title: "CORS",
  text: "Websites that can access the bucket from a browser. The first matching rule applies. Without rules, the server's defaults apply.",
};

const rulesField = data(
  "",
  z.array(z.custom<RuleForm>()).check(
    z.superRefine((forms, context) => {
      const message = forms.map(ruleProblem).find((problem) => problem !== undefined);
      if (message !== undefined) context.addIssue({ code: "custom", message });
    }),
  ),
);

/** Editor for the bucket's CORS rules. */
const CorsCard = ({ bucket }: { readonly bucket: string }) => {
  const { rules, error, save } = useCors(bucket, useBucketRow(bucket)?.hasCors);
  if (!rules) return <Card {...card}>{error ? <ErrorState message={error.message} /> : <Skeleton lines={3} />}</Card>;
  return (
    <FormCard
      {...card}
      // Own form: CORS rules are S3, read again before they are written.
      form={ownForm({ rules: rulesField }, ({ rules: forms }, _send, seen) =>
        save(forms.map(toRule), seen.rules.map(toRule)),
      )}
      initial={{ rules: rules.map(toForm) }}
      controls={{ rules: ({ value = [], onChange }) => <Rules forms={value} onChange={onChange} /> }}
      submit="Save rules"
      done="Rules saved"
    />
  );
};

interface RulesProps {
  readonly forms: readonly RuleForm[];
  readonly onChange: (forms: RuleForm[]) => void;
}

const Rules = ({ forms, onChange }: RulesProps) => (
  <div className="fh-stack">
    {forms.length === 0 && <p className="fh-muted">No custom rules.</p>}
    {forms.map((form, at) => (
      <RuleFields
        key={at}
        number={at + 1}
        form={form}
        onChange={(changed) => onChange(forms.with(at, changed))}
        onRemove={() => onChange(forms.toSpliced(at, 1))}
      />
    ))}
    <div>
      <Button icon="plus" onClick={() => onChange([...forms, newRule])}>
        Add rule
      </Button>
    </div>
  </div>
);

interface RuleFieldsProps {
  readonly number: number;
  readonly form: RuleForm;
  readonly onChange: (form: RuleForm) => void;
  readonly onRemove: () => void;
}

/** One CORS rule. */
const RuleFields = ({ number, form, onChange, onRemove }: RuleFieldsProps) => (
  <fieldset className={styles.rule}>
    <legend>Rule {number}</legend>
    <IconButton className={styles.remove} icon="trash" label={`Remove rule ${number}`} onClick={onRemove} />
    <TextArea
      label="Origins"
      hint="One per line, such as https://example.com or https://*.example.com. Use * for all sites."
      rows={2}
      value={form.origins}
      onChange={(origins) => onChange({ ...form, origins })}
    />
    <div className={styles.methods} role="group" aria-label="Methods">
      {corsMethods.map((method) => (
        <Checkbox
          key={method}
          label={method}
          checked={form.methods.includes(method)}
          onChange={(checked) =>
            onChange({
              ...form,
              methods: corsMethods.filter((other) => (other === method ? checked : form.methods.includes(other))),
            })
          }
        />
      ))}
    </div>
    <div className={styles.more}>
      <TextArea
        label="Allowed request headers"
        rows={2}
        value={form.headers}
        onChange={(headers) => onChange({ ...form, headers })}
      />
      <TextArea
        label="Exposed response headers"
        rows={2}
        value={form.exposed}
        onChange={(exposed) => onChange({ ...form, exposed })}
      />
      <TextField
        label="Max age (seconds)"
        inputMode="numeric"
        value={form.maxAge}
        onChange={(maxAge) => onChange({ ...form, maxAge })}
      />
    </div>
  </fieldset>
);
