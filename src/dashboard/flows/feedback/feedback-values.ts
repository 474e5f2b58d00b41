/** Values, validation and encoding of the feedback form. */
import { parseFeedback } from "../../../../resources/account/feedback.ts";
import { feedbackTypeLabels, feedbackTypes } from "../../../../resources/account/feedback-types.ts";
import type { UploadItem } from "../../ui/upload/upload-item.ts";

export interface FeedbackValues {
  readonly email: string;
  readonly feedbackType: string;
  readonly ethAddress: string;
  readonly description: string;
}
export type Problems = Readonly<Partial<Record<keyof FeedbackValues | "files", string>>>;

const report = "REPORT";

/** Returns whether the title implies the category, so that there is no choice. */
const isReport = (title: string): boolean => /report/i.test(title);

export const typeOptions = feedbackTypes
  .filter((type) => type !== report)
  .map((value) => ({ value, label: feedbackTypeLabels[value] }));

/** Returns the initial values; the category follows from the title. */
export const emptyFeedback = (title: string, email = ""): FeedbackValues => ({
  email,
  feedbackType: isReport(title) ? report : typeOptions[0]!.value,
  ethAddress: "",
  description: "",
});

/** Restores a draft as far as it fits this dialog. */
export const restoredFeedback = (draft: unknown, empty: FeedbackValues): FeedbackValues => {
  const storedFields = typeof draft === "object" && draft !== null ? (draft as Readonly<Record<string, unknown>>) : {};
  const textOf = (name: keyof FeedbackValues) =>
    typeof storedFields[name] === "string" ? storedFields[name] : empty[name];
  const feedbackType = textOf("feedbackType");
  const isOffered = empty.feedbackType !== report && typeOptions.some(({ value }) => value === feedbackType);
  return {
    email: textOf("email"),
    ethAddress: textOf("ethAddress"),
    description: textOf("description"),
    feedbackType: isOffered ? feedbackType : empty.feedbackType,
  };
};

/** Returns the first error of each invalid field. */
export const problemsOf = (values: FeedbackValues): Problems => {
  const form = parseFeedback({ ...values });
  if (form.success) return {};
  return firstOf(form.error.issues.map(({ path, message }) => [path.join("."), [message]] as const));
};

/** Returns the first error of each field in the server's response. */
export const firstOf = (fields: Iterable<readonly [string, readonly string[]]>): Problems =>
  Object.fromEntries([...fields].toReversed().map(([name, [first = ""]]) => [name, first]));

/** Builds the multipart form. */
export const formOf = (values: FeedbackValues, images: readonly UploadItem[]): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, value as string);
  for (const { file } of images) form.append("files", file);
  return form;
};
