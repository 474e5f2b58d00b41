import { Link } from "react-router";
import type { Reply } from "../../../../resources/call-input.ts";
import type { letter as emailCall, EmailState } from "../../../../resources/account/mailbox.ts";
import { Moment } from "../../framework/widgets/cell.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Card } from "../../ui/card.tsx";
import { linkify } from "./linkify.ts";
import styles from "./mailbox.module.css";

const states: Readonly<Record<EmailState, string>> = {
  waiting: "Queued",
  sent: "Sent",
  failed: "Failed",
  kept: "Stored only",
};

/** One email, with clickable links. */
export const EmailView = ({ letter }: { readonly letter: Reply<typeof emailCall> }) => (
  <Card title={letter.subject}>
    <div className="fh-stack">
      <p className={styles["head"]}>
        To <strong>{letter.to}</strong>
        <span className="fh-muted">
          {states[letter.state]}, <Moment seconds={letter.createdAt} />
        </span>
      </p>
      {letter.problem !== "" && <Banner kind="warning">{letter.problem}</Banner>}
      {letter.text === "" && <p className="fh-muted">The text is deleted after sending.</p>}
      <p className={styles["text"]}>
        {linkify(letter.text, location.origin).map(({ text, to, href }, at) => {
          if (to !== undefined)
            return (
              <Link key={at} to={to}>
                {text}
              </Link>
            );
          if (href === undefined) return text;
          return (
            <a key={at} href={href} target="_blank" rel="noreferrer">
              {text}
            </a>
          );
        })}
      </p>
    </div>
  </Card>
);
