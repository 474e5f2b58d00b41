import { keptFeedback } from "../../flows/feedback/kept-feedback.ts";
import { openFeedback } from "../../flows/feedback/open-feedback.ts";
import { takers } from "../../flows/notices/takers.ts";
import { drafts } from "../drafts/drafts.ts";

/** A notice named feedback opens the dialog, titled by its label; what is typed there is kept like every other form. */
export const offerFeedback = (): void => {
  keptFeedback.drafts = drafts;
  takers["feedback"] = ({ label }) => void openFeedback(label ? { title: label } : {});
};
