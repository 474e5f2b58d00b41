import { useState, type SyntheticEvent } from "react";
import { feedbackDescriptionMax } from "../../../../resources/limits.ts";
import { formatWhole } from "../../lib/format/count.ts";
import { Button } from "../../ui/button.tsx";
import { RestoredNote } from "../../ui/restored-note.tsx";
import { SelectField, TextField } from "../../ui/text-field.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { ImageUploader } from "../../ui/upload/image-uploader.tsx";
import type { UploadItem } from "../../ui/upload/upload-item.ts";
import { problemsOf, typeOptions, type FeedbackValues, type Problems } from "./feedback-values.ts";
import { useSendFeedback } from "./use-send-feedback.ts";

interface FeedbackFormProps {
  readonly empty: FeedbackValues;
  /** Saved draft of an earlier visit. */
  readonly restored: FeedbackValues | undefined;
  readonly onInput: (values: FeedbackValues) => void;
  /** Discards the draft after sending or cancelling. */
  readonly onEmptied: () => void;
  readonly onClose: () => void;
}

/** Email, category, wallet, description and images. Stays open until the server accepts it. */
export const FeedbackForm = ({ empty, restored, onInput, onEmptied, onClose }: FeedbackFormProps) => {
  const [values, setValues] = useState(restored ?? empty);
  const [isRestored, setRestored] = useState(restored !== undefined);
  const [images, setImages] = useState<readonly UploadItem[]>([]);
  const [problems, setProblems] = useState<Problems>({});
  const { submit, sending, refusal } = useSendFeedback({
    onProblems: setProblems,
    onSent: () => {
      onEmptied();
      onClose();
    },
  });
  const type = (field: keyof FeedbackValues) => (value: string) => {
    const next = { ...values, [field]: value };
    setValues(next);
    setProblems({ ...problems, [field]: undefined });
    onInput(next);
  };
  const startOver = () => {
    setValues(empty);
    setRestored(false);
    onEmptied();
  };
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    const errors = problemsOf(values);
    setProblems(errors);
    if (Object.keys(errors).length === 0) void submit(values, images);
  };
  return (
    <form className="fh-stack" noValidate onSubmit={onSubmit}>
      {isRestored && <RestoredNote onDiscard={startOver} />}
      <TextField label="Email" type="email" value={values.email} error={problems.email} onChange={type("email")} />
      {empty.feedbackType !== "REPORT" && (
        <SelectField
          label="Category"
          value={values.feedbackType}
          options={typeOptions}
          onChange={type("feedbackType")}
        />
      )}
      {values.feedbackType === "BUG" && (
        <TextField
          label="Wallet address"
          hint="Optional."
          code
          value={values.ethAddress}
          error={problems.ethAddress}
          onChange={type("ethAddress")}
        />
      )}
      <TextArea
        label="Description"
        rows={5}
        value={values.description}
        error={problems.description}
        hint={`${formatWhole(values.description.length)} of ${formatWhole(feedbackDescriptionMax)} characters`}
        onChange={type("description")}
      />
      <ImageUploader items={images} onChange={setImages} disabled={sending} />
      {(problems.files ?? refusal) && (
        <p className="fh-form-refused" role="alert">
          {problems.files ?? refusal}
        </p>
      )}
      <div className="fh-form-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" busy={sending}>
          Send
        </Button>
      </div>
    </form>
  );
};
