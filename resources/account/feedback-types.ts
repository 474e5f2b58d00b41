/** Feedback categories. */
export const feedbackTypes = ["BUG", "PAY", "OPINION", "OTHER", "REPORT"] as const;
export type FeedbackType = (typeof feedbackTypes)[number];
export const feedbackTypeLabels: Readonly<Record<FeedbackType, string>> = {
  BUG: "Bug",
  PAY: "Billing",
  OPINION: "Proposal",
  OTHER: "Other",
  REPORT: "Report",
};
