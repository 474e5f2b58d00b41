import * as z from "zod/mini";
import { data } from "../../../../../resources/fields.ts";
import { useCors } from "../../../flows/storage/use-bucket-settings.ts";
import { FormCard, ownForm } from "../../../framework/forms/form.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useBucketRow } from "../use-bucket-row.ts";
import { newRule, ruleProblem, toForm, toRule, type RuleForm } from "./cors-rules.ts";
import { RuleFields } from "./rule-fields.tsx";

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
export const CorsCard = ({ bucket }: { readonly bucket: string }) => {
  const { rules, error, save } = useCors(bucket, useBucketRow(bucket)?.hasCors);
  if (!rules) return <Card {...card}>{error ? <ErrorState message={error.message} /> : <Skeleton lines={3} />}</Card>;
  return (
    <FormCard
      {...card}
      form={ownForm({ rules: rulesField }, ({ rules: forms }) => save(forms.map(toRule)))}
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
