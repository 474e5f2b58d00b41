import { keptFeedback } from "../../flows/feedback/kept-feedback.ts";
import { openFeedback } from "../../flows/feedback/open-feedback.ts";
import { takers } from "../../flows/notices/takers.ts";
import { drafts } from "../drafts/drafts.ts";

/**
 * Opens the feedback dialog when a notice named feedback is present, titled by its label; its draft is stored like any
 * form's.
 */
export const offerFeedback = (): void => {
  keptFeedback.drafts = drafts;
  takers["feedback"] = ({ label }) => void openFeedback(label ? { title: label } : {});
};
