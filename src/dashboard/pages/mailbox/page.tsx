import { useSearchParams } from "react-router";
import { type EmailHeader, letter, mailbox } from "../../../../resources/account/mailbox.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { Moment } from "../../framework/widgets/cell.tsx";
import { classNames } from "../../lib/class-names.ts";
import { Banner } from "../../ui/banner.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EmailView } from "./email-view.tsx";
import styles from "./mailbox.module.css";

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
