import { useSearchParams, Link } from "react-router";
import {
  type EmailHeader,
  letter,
  mailbox,
  type letter as emailCall,
  type EmailState,
} from "../../../../resources/devnet/mailbox.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { Moment } from "../../framework/widgets/cell.tsx";
import { classNames } from "../../lib/class-names.ts";
import { Banner } from "../../ui/states/banner.tsx";
import { Card } from "../../ui/panels/card.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import styles from "./mailbox.module.css";
import type { Reply } from "../../../../resources/declare/call-input.ts";
import { linkify } from "./linkify.ts";

/** New emails load automatically. */
const pollMs = 1500;

/** /dev/mailbox: the user's own emails on a development instance. */
export const Component = () => {
  const { data, error, reload } = useCall(mailbox, { pollMs });
  const [query, setQuery] = useSearchParams();
  const id = query.get("letter") ?? data?.items[0]?.id;
  return (
    <>
      <PageHeader
        title="Mailbox"
        text="Emails to your confirmed address, and to addresses that you entered. Shown on development instances only."
      />
      {data?.leaves && <Banner>Emails are also sent through the mail server in SMTP_URL.</Banner>}
      {error && !data && <ErrorState message={error.message} onRetry={reload} />}
      {!data && !error && (
        <Card>
          <Skeleton lines={5} />
        </Card>
      )}
      {data?.items.length === 0 && (
        <Card>
          <Empty
            icon="mail"
            title="No emails yet"
            text="Confirmation codes, invitations that you send and notifications to you appear here."
          />
        </Card>
      )}
      {data && id !== undefined && (
        <div className={styles["columns"]}>
          <EmailList letters={data.items} chosen={id} onChoose={(chosen) => setQuery({ letter: chosen })} />
          <OpenEmail key={id} id={id} />
        </div>
      )}
    </>
  );
};

const OpenEmail = ({ id }: { readonly id: string }) => {
  const { data, error, reload } = useCall(letter, { params: { id } });
  if (data) return <EmailView letter={data} />;
  return <Card>{error ? <ErrorState message={error.message} onRetry={reload} /> : <Skeleton lines={6} />}</Card>;
};

interface EmailListProps {
  readonly letters: readonly EmailHeader[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** Subjects and recipients, newest first. */
const EmailList = ({ letters, chosen, onChoose }: EmailListProps) => (
  <ul className={classNames("fh-card", styles["list"])} aria-label="Emails">
    {letters.map(({ id, to, subject, createdAt }) => (
      <li key={id}>
        <button type="button" aria-current={id === chosen ? "true" : undefined} onClick={() => onChoose(id)}>
          <strong title={subject}>{subject}</strong>
          <span title={to}>{to}</span>
          <small>
            <Moment seconds={createdAt} />
          </small>
        </button>
      </li>
    ))}
  </ul>
);

const states: Readonly<Record<EmailState, string>> = {
  waiting: "Queued",
  sent: "Sent",
  failed: "Failed",
  kept: "Stored only",
};

/** One email, with clickable links. */
const EmailView = ({ letter }: { readonly letter: Reply<typeof emailCall> }) => (
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
