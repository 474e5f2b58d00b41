import { useState } from "react";
import { messages } from "../../../../resources/declare/messages.ts";
import { Icon } from "../icon.tsx";
import { toast } from "../toast/toast.ts";

interface CopyTextProps {
  /** The text to copy. */
  readonly text: string;
  /** The displayed text, if shorter. */
  readonly shown?: string;
  /** Accessible label: "CID". */
  readonly label: string;
}

/** A value in a monospace font with a copy button. */
export const CopyText = ({ text, shown = text, label }: CopyTextProps) => {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    const done = await copyText(text);
    setCopied(done);
    if (done) setTimeout(() => setCopied(false), 1500);
  };
  return (
    <span className="fh-copy" data-whole={shown === text || undefined}>
      <span className="fh-mono" title={text}>
        {shown}
      </span>
      <button
        type="button"
        className="fh-icon-button is-small"
        aria-label={`Copy ${label}`}
        title={`Copy ${label}`}
        onClick={() => void copy()}
      >
        <Icon name={copied ? "check" : "copy"} size={15} />
      </button>
    </span>
  );
};

/** Copies a text to the clipboard and shows a toast. Resolves to whether it succeeded. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    toast(messages.copied);
    return true;
  } catch {
    toast(messages.copyFailed, "error");
    return false;
  }
};
