import type { Notice } from "../../../../resources/account/notices.ts";

/**
 * Widgets that take a notice up by its name, in place of its link. The app sets them:
 * `takers.feedback = ({ label }) => openFeedback({ title: label || "Feedback" })`.
 */
export const takers: Partial<Record<string, (notice: Notice) => void>> = {};
