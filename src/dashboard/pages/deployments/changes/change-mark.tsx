import type { FileChange } from "../../../../../resources/hosting/deployment-calls.ts";
import { classNames } from "../../../lib/class-names.ts";
import styles from "./changes.module.css";

const words = { added: "Added", changed: "Changed", removed: "Removed" } as const;

/** Added, changed or removed, in a word and a colour. */
export const ChangeMark = ({ change }: { readonly change: FileChange["change"] }) => (
  <span className={classNames(styles.mark, styles[change])}>{words[change]}</span>
);
