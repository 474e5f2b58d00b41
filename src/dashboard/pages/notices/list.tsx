import type { ReactNode } from "react";
import type { Row } from "../../../../resources/define.ts";
import { notices } from "../../../../resources/operator/notices.ts";
import { CreateButton } from "../../framework/pages/create-button.tsx";
import { RecordList, type ListLayout } from "../../framework/pages/record-list.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import styles from "./list.module.css";

type Notice = Row<typeof notices>;

const resource = notices;

/** /operator/notices: notices to all users. */
export const Component = () => (
  <>
    <PageHeader
      title={notices.title}
      text="Messages to all users. A new notice appears on all open dashboards immediately."
      actions={<CreateButton resource={resource} />}
    />
    <RecordList resource={resource} cells={cells} layout={layout} emptyAction={<CreateButton resource={resource} />} />
  </>
);

/** The message on one line, with its link below. */
const Message = ({ message, url, name, label }: Notice) => {
  const target = [label, name ? `widget ${name}` : undefined, url].filter(Boolean).join(" · ");
  return (
    <span className={styles.message}>
      <span className="fh-ellipsis" title={message}>
        {message}
      </span>
      {target && <span className="fh-ellipsis fh-muted">{target}</span>}
    </span>
  );
};

const cells: Readonly<Record<string, (row: Readonly<Record<string, unknown>>) => ReactNode>> = {
  message: (row) => <Message {...(row as Notice)} />,
};

const layout: ListLayout = {
  type: { width: "150px" },
  state: { width: "120px" },
  startsAt: { width: "160px", wideOnly: true },
  endsAt: { width: "160px", wideOnly: true },
  reads: { width: "90px", wideOnly: true },
};
