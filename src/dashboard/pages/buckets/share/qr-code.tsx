import { useMemo } from "react";
import { encode } from "uqr";
import styles from "./share.module.css";

interface QrCodeProps {
  readonly text: string;
  /** Target of the code, for assistive technology. */
  readonly label: string;
}

/** A QR code. Dark on light in both themes, because not every phone reads inverted codes. */
export const QrCode = ({ text, label }: QrCodeProps) => {
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
