import { session } from "../../api/session/session.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { FeedbackForm } from "./feedback-form.tsx";
import { emptyFeedback, restoredFeedback } from "./feedback-values.ts";
import { feedbackDrafts } from "./feedback-drafts.ts";

const draftKey = "feedback";

/** The dialog, with the draft of an earlier visit. */
export const showFeedback = async (title: string): Promise<void> => {
  const empty = emptyFeedback(title, session.get().user?.email ?? "");
  const { drafts } = feedbackDrafts;
  const draft = await drafts?.read(draftKey);
  await dialogs.show({
    title,
    width: 600,
    content: (close) => (
      <FeedbackForm
        empty={empty}
        restored={draft === undefined ? undefined : restoredFeedback(draft, empty)}
        onInput={(values) => drafts?.keep(draftKey, values)}
        onEmptied={() => drafts?.drop(draftKey)}
        onClose={() => close()}
      />
    ),
  });
};
