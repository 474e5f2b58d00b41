import { useMemo, type ReactNode } from "react";
import { encode } from "uqr";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { copyText } from "../../../ui/copy-text.tsx";
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

interface QrCodeProps {
  readonly text: string;
  /** Target of the code, for assistive technology. */
  readonly label: string;
}

/** A QR code. Dark on light in both themes, because not every phone reads inverted codes. */
const QrCode = ({ text, label }: QrCodeProps) => {
  const { data, size } = useMemo(() => encode(text, { border: 2 }), [text]);
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={`QR code of ${label}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
};
