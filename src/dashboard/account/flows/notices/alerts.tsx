import type { Notice } from "../../../../../resources/account/notices.ts";
import { Button } from "../../../ui/button.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { NoticeLink, isLinked } from "./notice-link.tsx";
import styles from "./notices.module.css";

const titles: Partial<Record<Notice["type"], string>> = {
  REMOVED_BY_TEAM_MANAGER: "Removed from the team",
  SWITCH_TO_MEMBER: "Edit access granted",
};

/** Shows a notice in a dialog. Resolves once it is closed. */
export const showAlert = (notice: Notice): Promise<void> => {
  const { type, message } = notice;
  const title = titles[type] ? { title: titles[type] } : {};
  if (!isLinked(notice)) return dialogs.alert({ ...title, text: message });
  return dialogs.show<void>({
    title: "Tip",
    ...title,
    width: 500,
    content: (close) => (
      <>
        <p>{message}</p>
        <footer className={`fh-form-actions ${styles.actions}`}>
          <NoticeLink notice={notice} kind="secondary" onFollow={() => close()} />
          <Button kind="primary" onClick={() => close()}>
            OK
          </Button>
        </footer>
      </>
    ),
  });
};
