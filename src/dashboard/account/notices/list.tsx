import type { Row } from "../../../../resources/declare/define.ts";
import { notices } from "../../../../resources/operator/notices.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import type { Cells } from "../../framework/pages/record-list.tsx";
import styles from "./list.module.css";

type Notice = Row<typeof notices>;

/** /operator/notices: notices to all users. */
export const Component = () => <ListPage resource={notices} cells={cells} />;

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

const cells: Cells<typeof notices> = {
  message: (row) => <Message {...row} />,
};
