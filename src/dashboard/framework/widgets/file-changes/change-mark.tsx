import type { ReactNode } from "react";
import type { FileChange } from "../../../../../resources/storage/file-change.ts";
import { classNames } from "../../../lib/class-names.ts";
import styles from "./file-changes.module.css";

const words = { added: "Added", changed: "Changed", removed: "Removed" } as const;

/** Label of a change: added, changed or removed. */
export const ChangeMark = ({ change }: { readonly change: FileChange["change"] }) => (
  <span className={classNames(styles.mark, styles[change])}>{words[change]}</span>
);

/** A list of changes. */
export const ChangeList = ({ children }: { readonly children: ReactNode }) => (
  <ul className={styles.list}>{children}</ul>
);
