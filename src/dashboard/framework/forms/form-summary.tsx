import type { Field } from "../../../../resources/declare/fields.ts";
import { Card } from "../../ui/panels/card.tsx";
import { DescriptionList } from "../../ui/panels/description-list.tsx";
import { cell } from "../widgets/cell.tsx";

interface FormSummaryProps {
  /** The fields on screen, with the values that would be sent. */
  readonly entries: readonly { readonly field: Field; readonly value: unknown }[];
}

/** What has been entered in a form, beside it and always in view. Secrets are left out. */
const FormSummary = ({ entries }: FormSummaryProps) => {
  const facts = entries
    .filter(({ field, value }) => field.as !== "secret" && !isUnset(value))
    .map(({ field, value }) => ({ label: field.label, value: cell(field, value) }));
  return (
    <Card title="Summary">
      {facts.length === 0 ? (
        <p className="fh-muted">Shows what you have entered.</p>
      ) : (
        <DescriptionList facts={facts} />
      )}
    </Card>
  );
};

export default FormSummary;

const isUnset = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  value === false ||
  (Array.isArray(value) && value.length === 0);
