/** Asks for feedback in a dialog; its code comes when it is opened. Resolves once it is closed. */
export const openFeedback = async ({ title = "Feedback" }: { readonly title?: string } = {}): Promise<void> => {
  const { showFeedback } = await import("./show-feedback.tsx");
  await showFeedback(title);
};
