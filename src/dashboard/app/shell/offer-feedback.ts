import { feedbackDrafts } from "../../flows/feedback/feedback-drafts.ts";
import { openFeedback } from "../../flows/feedback/open-feedback.ts";
import { widgetHandlers } from "../../flows/notices/widget-handlers.ts";
import { drafts } from "../drafts/drafts.ts";

/**
 * Opens the feedback dialog when a notice named feedback is present, titled by its label; its draft is stored like any
 * form's.
 */
export const offerFeedback = (): void => {
  feedbackDrafts.drafts = drafts;
  widgetHandlers["feedback"] = ({ label }) => void openFeedback(label ? { title: label } : {});
};
