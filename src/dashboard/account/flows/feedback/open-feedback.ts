/** Opens the feedback dialog; its code loads on demand. Resolves once it is closed. */
export const openFeedback = async ({ title = "Feedback" }: { readonly title?: string } = {}): Promise<void> => {
  const { showFeedback } = await import("./show-feedback.tsx");
  await showFeedback(title);
};
