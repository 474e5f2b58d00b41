import { IconButton } from "./button.tsx";
import styles from "./code-block.module.css";
import { copyText } from "./copy-text.tsx";

interface CodeBlockProps {
  /** What it is, for assistive technology: "push commands". */
  readonly label: string;
  readonly code: string;
  /** What is shown in its place: the same without a secret. */
  readonly shown?: string;
}

/** Lines to be copied into a terminal or a file. */
export const CodeBlock = ({ label, code, shown = code }: CodeBlockProps) => (
  <div className={styles.block}>
    <pre aria-label={label} tabIndex={0}>
      {shown}
    </pre>
    <IconButton icon="copy" size="small" label={`Copy ${label}`} onClick={() => void copyText(code)} />
  </div>
);
