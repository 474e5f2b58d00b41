import { feedback } from "../../../../resources/operator/feedback.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import type { Cells } from "../../framework/pages/record-list.tsx";
import styles from "./feedback.module.css";

/** /operator/feedback: feedback from users, shortened. */
export const Component = () => <ListPage resource={feedback} cells={cells} />;

const cells: Cells<typeof feedback> = {
  description: ({ description }) => <span className={styles.beginning}>{description}</span>,
};
