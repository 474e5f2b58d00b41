import { useState } from "react";
import * as z from "zod/mini";
import { feedbackForm, feedbackReceived, sendFeedback } from "../../../../../resources/account/feedback.ts";
import { feedbackTypes } from "../../../../../resources/account/feedback-types.ts";
import { data, optional } from "../../../../../resources/declare/fields.ts";
import { feedbackDescriptionMax } from "../../../../../resources/limits.ts";
import { session } from "../../../api/session/session.ts";
import { callForm, FormSteps } from "../../../framework/forms/form.tsx";
import { formatWhole } from "../../../lib/format/count.ts";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { ImageUploader } from "../../../ui/upload/image-uploader.tsx";
import type { UploadItem } from "../../../ui/upload/upload-item.ts";

export const showFeedback = (title: string): Promise<void | undefined> =>
  dialogs.show<void>({
    title,
    width: 600,
    content: (close) => <FeedbackForm isReport={/report/i.test(title)} onClose={() => close()} />,
  });

const offeredTypes = feedbackTypes.filter((type) => type !== "REPORT");

interface FeedbackFormProps {
  /** The title implies the category, so that there is no choice. */
  readonly isReport: boolean;
  readonly onClose: () => void;
}

/** Email, category, wallet, description and images. Stays open until the server accepts it. */
const FeedbackForm = ({ isReport, onClose }: FeedbackFormProps) => {
  // Beside the form's values, because a draft can't hold files.
  const [images, setImages] = useState<readonly UploadItem[]>([]);
  return (
    <FormSteps
      form={callForm(sendFeedback, {
        fields: { ...feedbackForm.fields, files: optional(data("Images", z.array(z.unknown()))) },
        body: (values) => multipart(values, images),
        draft: "feedback",
      })}
      submit="Send"
      initial={{ email: session.get().user?.email ?? "", feedbackType: isReport ? "REPORT" : offeredTypes[0] }}
      overrides={({ description = "" }) => ({
        feedbackType: { options: offeredTypes },
        description: {
          hint: `${formatWhole(description.length)} of ${formatWhole(feedbackDescriptionMax)} characters`,
        },
      })}
      hidden={({ feedbackType }) => [
        ...(isReport ? (["feedbackType"] as const) : []),
        ...(feedbackType === "BUG" ? [] : (["ethAddress"] as const)),
      ]}
      controls={{ files: ({ disabled }) => <ImageUploader items={images} onChange={setImages} disabled={disabled} /> }}
      done={feedbackReceived}
      onSaved={onClose}
      onCancel={onClose}
    />
  );
};

const multipart = (values: object, images: readonly UploadItem[]): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, String(value));
  for (const { file } of images) form.append("files", file);
  return form;
};
