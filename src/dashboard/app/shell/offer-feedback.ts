import { openFeedback } from "../../flows/feedback/open-feedback.ts";
import { widgetHandlers } from "../../flows/notices/widget-handlers.ts";

/** Opens the feedback dialog when a notice named feedback is present, titled by its label. */
export const offerFeedback = (): void => {
  widgetHandlers["feedback"] = ({ label }) => void openFeedback(label ? { title: label } : {});
};
