import type { ReactNode } from "react";
import type { Row } from "../../../../resources/define.ts";
import { feedback } from "../../../../resources/operator/feedback.ts";
import { RecordList, type ListLayout } from "../../framework/pages/record-list.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import styles from "./feedback.module.css";

const resource = feedback;

/** /operator/feedback: feedback from users, shortened. */
export const Component = () => (
  <>
    <PageHeader title={feedback.title} text="Feedback from users, newest first." />
    <RecordList resource={resource} cells={cells} layout={layout} />
  </>
);

const cells: Readonly<Record<string, (row: Readonly<Record<string, unknown>>) => ReactNode>> = {
  description: (row) => <span className={styles.beginning}>{(row as Row<typeof feedback>).description}</span>,
};

const layout: ListLayout = {
  feedbackType: { width: "110px" },
  state: { width: "120px" },
  email: { width: "220px", wideOnly: true },
  images: { width: "100px", wideOnly: true },
  createdAt: { width: "160px" },
};
