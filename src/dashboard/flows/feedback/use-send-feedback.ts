import { useState } from "react";
import { sendFeedback } from "../../../../resources/account/feedback.ts";
import { messages } from "../../../../resources/messages.ts";
import { send } from "../../api/client.ts";
import { ApiError, CanceledError } from "../../api/errors.ts";
import { toast } from "../../ui/toast.ts";
import type { UploadItem } from "../../ui/upload/upload-item.ts";
import { firstOf, formOf, type FeedbackValues, type Problems } from "./feedback-values.ts";

interface Sending {
  readonly onProblems: (problems: Problems) => void;
  readonly onSent: () => void;
}

/** Open → submitting → sent, or open again with errors. */
export const useSendFeedback = ({ onProblems, onSent }: Sending) => {
  const [sending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const submit = async (values: FeedbackValues, images: readonly UploadItem[]): Promise<void> => {
    setSending(true);
    setRefusal(undefined);
    try {
      await send(sendFeedback, { body: formOf(values, images) });
      toast(messages.feedbackReceived);
      onSent();
    } catch (error) {
      setSending(false);
      if (error instanceof ApiError && error.errors) onProblems(firstOf(Object.entries(error.errors)));
      else if (!(error instanceof CanceledError)) setRefusal((error as Error).message);
    }
  };
  return { submit, sending, refusal };
};
