import type { ReactNode } from "react";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { copyText } from "../../../ui/copy-text.tsx";
import { QrCode } from "./qr-code.tsx";
import styles from "./share.module.css";

interface LinkCardProps {
  readonly address: string;
  /** Access and lifetime of the link. */
  readonly text: string;
  readonly children?: ReactNode;
}

/** A link to copy or open, with its QR code. */
export const LinkCard = ({ address, text, children }: LinkCardProps) => (
  <div className={styles.link}>
    <div className={styles.words}>
      {children}
      <code className={styles.address} tabIndex={0} aria-label="Address">
        {address}
      </code>
      <div className="fh-row">
        <Button kind="primary" icon="copy" onClick={() => void copyText(address)}>
          Copy link
        </Button>
        <LinkButton icon="external" to={address}>
          Open
        </LinkButton>
      </div>
      <p className="fh-muted">{text}</p>
    </div>
    <QrCode text={address} label="the link" />
  </div>
);
