import type { Notice } from "../../../../../resources/account/notices.ts";

/**
 * Widgets that handle a notice by name instead of a link. The app sets them: `widgetHandlers.feedback = ({ label }) =>
 * openFeedback({ title: label || "Feedback" })`.
 */
export const widgetHandlers: Partial<Record<string, (notice: Notice) => void>> = {};
