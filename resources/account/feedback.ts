/** User feedback for the operator, with screenshots. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { choice, form } from "../declare/fields.ts";
import { emailMax, feedbackDescriptionMax } from "../limits.ts";
import { messages } from "../declare/messages.ts";
import { emailPattern } from "../declare/patterns.ts";
import { feedbackTypeLabels, feedbackTypes } from "./feedback-types.ts";
import { address } from "./session.ts";

/** Confirmation of sent feedback. */
export const feedbackReceived = "Your feedback is received.";

export const feedbackForm = form({
  email: {
    label: "Email",
    as: "email",
    schema: z
      .string(messages.emailInvalid)
      .check(z.trim(), z.maxLength(emailMax, messages.emailInvalid), z.regex(emailPattern, messages.emailInvalid)),
  },
  feedbackType: choice("Category", feedbackTypes, feedbackTypeLabels),
  /** Bug reports only. */
  ethAddress: { label: "Wallet address", as: "code", schema: z.optional(address) },
  description: {
    label: "Description",
    as: "textarea",
    schema: z
      .string("No description")
      .check(
        z.trim(),
        z.minLength(1, "No description"),
        z.maxLength(feedbackDescriptionMax, "Description: 10000 chars at maximum"),
      ),
  },
});

/** Parses the form's fields. The wallet counts only for a bug report, and only if entered. */
export const parseFeedback = ({ ethAddress = "", ...fields }: Readonly<Record<string, string>>) => {
  const isGiven = fields["feedbackType"] === "BUG" && ethAddress.trim() !== "";
  return feedbackForm.safeParse({ ...fields, ...(isGiven && { ethAddress }) });
};

export const sendFeedback = defineCall("POST $hosting/feedback", {
  summary: "Sends feedback: a form with up to three images, each at most 10 MB.",
  can: "person",
  stream: true,
  perMinute: 60,
  log: "OAUTH_SEND_FEEDBACK",
  body: feedbackForm,
  reply: z.object({ id: z.string() }),
});
