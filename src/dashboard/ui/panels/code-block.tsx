import { IconButton } from "../button.tsx";
import styles from "./code-block.module.css";
import { copyText } from "./copy-text.tsx";

interface CodeBlockProps {
  /** Accessible label: "push commands". */
  readonly label: string;
  readonly code: string;
  /** Displayed text if it differs, such as without a secret. */
  readonly shown?: string;
}

/** Code block with a copy button. */
export const CodeBlock = ({ label, code, shown = code }: CodeBlockProps) => (
  <div className={styles.block}>
    <pre aria-label={label} tabIndex={0}>
      {shown}
    </pre>
    <IconButton icon="copy" size="small" label={`Copy ${label}`} onClick={() => void copyText(code)} />
  </div>
);
