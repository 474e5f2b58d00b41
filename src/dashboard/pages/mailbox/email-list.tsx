import type { EmailHeader } from "../../../../resources/account/mailbox.ts";
import { Moment } from "../../framework/widgets/cell.tsx";
import { classNames } from "../../lib/class-names.ts";
import styles from "./mailbox.module.css";

interface EmailListProps {
  readonly letters: readonly EmailHeader[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** Subjects and recipients, newest first. */
export const EmailList = ({ letters, chosen, onChoose }: EmailListProps) => (
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
