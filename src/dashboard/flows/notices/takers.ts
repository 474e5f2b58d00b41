import type { Notice } from "../../../../resources/account/notices.ts";

/**
 * Widgets that handle a notice by name instead of a link. The app sets them: `takers.feedback = ({ label }) =>
 * openFeedback({ title: label || "Feedback" })`.
 */
export const takers: Partial<Record<string, (notice: Notice) => void>> = {};
