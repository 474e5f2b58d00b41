import { useState } from "react";
import { useCors, type CorsRules } from "../../../flows/storage/use-bucket-settings.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Form } from "../../../ui/form.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/toast.ts";
import { useBucketRow } from "../use-bucket-row.ts";
import { newRule, ruleProblem, toForm, toRule } from "./cors-rules.ts";
import { RuleFields } from "./rule-fields.tsx";

/** Editor for the bucket's CORS rules. */
export const CorsCard = ({ bucket }: { readonly bucket: string }) => {
  const { rules, error, save } = useCors(bucket, useBucketRow(bucket)?.hasCors);
  return (
    <Card
      title="CORS"
      text="Websites that can access the bucket from a browser. The first matching rule applies. Without rules, the server's defaults apply."
    >
      {error && <ErrorState message={error.message} />}
      {!rules && !error && <Skeleton lines={3} />}
      {rules && <RulesForm key={JSON.stringify(rules)} rules={rules} save={save} />}
    </Card>
  );
};

interface RulesFormProps {
  readonly rules: CorsRules;
  readonly save: (rules: CorsRules) => Promise<void>;
}

const RulesForm = ({ rules, save }: RulesFormProps) => {
  const [forms, setForms] = useState(() => rules.map(toForm));
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const isChanged = JSON.stringify(forms) !== JSON.stringify(rules.map(toForm));
  const submit = async () => {
    const wrong = forms.map(ruleProblem).find((found) => found !== undefined);
    setProblem(wrong);
    if (wrong !== undefined) return;
    setBusy(true);
    try {
      await save(forms.map(toRule));
      toast("Rules saved");
    } catch (failure) {
      setProblem((failure as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form onSubmit={() => void submit()}>
      {forms.length === 0 && <p className="fh-muted">No custom rules.</p>}
      {forms.map((form, at) => (
        <RuleFields
          key={at}
          number={at + 1}
          form={form}
          onChange={(changed) => setForms(forms.map((old, index) => (index === at ? changed : old)))}
          onRemove={() => setForms(forms.filter((_, index) => index !== at))}
        />
      ))}
      {problem && <p role="alert">{problem}</p>}
      <div className="fh-row">
        <Button icon="plus" onClick={() => setForms([...forms, newRule])}>
          Add rule
        </Button>
        {isChanged && (
          <Button kind="primary" type="submit" busy={busy}>
            Save rules
          </Button>
        )}
      </div>
    </Form>
  );
};
