import { useSyncExternalStore } from "react";
import type { Notice } from "../../../../resources/account/notices.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { answerInvitation, notices } from "./browser-notices.ts";
import { barOf } from "./machine.ts";
import { NoticeLink } from "./notice-link.tsx";
import styles from "./notices.module.css";
import { useCarousel } from "./use-carousel.ts";

/** The notice bar: rotating messages with a close button. It fills reserved space above the page, so nothing shifts. */
const NoticeBar = () => {
  const shown = barOf(useSyncExternalStore(notices.subscribe, notices.get));
  const { at, next, paused, setPaused, still, pauseHandlers: holding } = useCarousel(shown.length);
  const notice = shown[at];
  if (!notice) return null;
  return (
    <div className={styles.place}>
      <section className={styles.bar} aria-label="Notices" {...holding}>
        <div className={styles.line}>
          <div className={styles.said} aria-live={still ? "polite" : "off"}>
            <div key={notice.id} className={styles.message}>
              <Icon name={notice.type === "NORMAL" ? "info" : "users"} size={16} />
              <span className="fh-ellipsis" title={notice.message}>
                {notice.message}
              </span>
            </div>
          </div>
          <NoticeAction notice={notice} />
          {shown.length > 1 && (
            <>
              <span className={styles.count}>
                {at + 1} of {shown.length}
              </span>
              <IconButton
                size="small"
                icon={paused ? "play" : "pause"}
                label={paused ? "Play notices" : "Pause notices"}
                onClick={() => setPaused(!paused)}
              />
              <IconButton size="small" icon="chevron" label="Next notice" onClick={next} />
            </>
          )}
          <IconButton size="small" icon="close" label="Close notice" onClick={() => notices.read([notice.id])} />
        </div>
      </section>
    </div>
  );
};

const NoticeAction = ({ notice }: { readonly notice: Notice }) =>
  notice.type === "COOPERATION_INVITATION" ? (
    <Button size="small" kind="plain" onClick={() => void answerInvitation(notice)}>
      View invitation
    </Button>
  ) : (
    <NoticeLink notice={notice} size="small" kind="plain" />
  );

export default NoticeBar;
