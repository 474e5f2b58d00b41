import { useState, type ReactNode } from "react";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { copyText } from "../../../ui/panels/copy-text.tsx";
import { QrCode } from "../../../ui/panels/qr-code.tsx";
import styles from "./share.module.css";

interface LinkCardProps {
  readonly address: string;
  /** Name of the file, for the downloaded QR code. */
  readonly name: string;
  /** Access and lifetime of the link. */
  readonly text: string;
  /** Further actions. */
  readonly children?: ReactNode;
}

/** A link to copy or open, with its QR code on demand. */
export const LinkCard = ({ address, name, text, children }: LinkCardProps) => {
  const [isCodeShown, setCodeShown] = useState(false);
  return (
    <div className={styles.link}>
      <code className={styles.address} tabIndex={0} aria-label="Address">
        {address}
      </code>
      <div className={styles.buttons}>
        <Button kind="primary" icon="copy" onClick={() => void copyText(address)}>
          Copy link
        </Button>
        <LinkButton icon="external" to={address}>
          Open
        </LinkButton>
        <Button onClick={() => setCodeShown(!isCodeShown)}>{isCodeShown ? "Hide QR code" : "Show QR code"}</Button>
      </div>
      {isCodeShown && <QrCode text={address} name={name} />}
      <p className="fh-muted">{text}</p>
      {children}
    </div>
  );
};
