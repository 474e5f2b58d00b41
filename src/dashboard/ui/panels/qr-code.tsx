import { useMemo } from "react";
import { encode } from "uqr";
import { Button } from "../button.tsx";
import { downloadBlob } from "../download.ts";
import styles from "./qr-code.module.css";

/** Light modules around the code, without which scanners don't find it. */
const border = 4;
/** Pixels per module of the downloaded image. */
const scale = 16;

interface QrCodeProps {
  readonly text: string;
  /** Name of the downloaded image, without its extension. */
  readonly name: string;
}

/** A link's QR code, to scan or to download. Dark on light in both themes, because not every phone reads inverted codes. */
export const QrCode = ({ text, name }: QrCodeProps) => {
  const code = useMemo(() => encode(text, { border }), [text]);
  return (
    <div className={styles.qr}>
      <svg
        className={styles.code}
        viewBox={`0 0 ${code.size} ${code.size}`}
        role="img"
        aria-label="QR code of the link"
        shapeRendering="crispEdges"
      >
        <path d={pathOf(code.data)} />
      </svg>
      <Button size="small" icon="download" onClick={() => void download(`${name}.png`, code)}>
        Download QR code
      </Button>
    </div>
  );
};

const pathOf = (modules: readonly (readonly boolean[])[]): string =>
  modules.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");

/** Downloads the code as an image for print. */
const download = async (name: string, { data, size }: ReturnType<typeof encode>): Promise<void> => {
  const canvas = Object.assign(document.createElement("canvas"), { width: size * scale, height: size * scale });
  const context = canvas.getContext("2d")!;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.fillStyle = "#000";
  const modules = new Path2D(pathOf(data));
  context.fill(modules);
  const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (image) downloadBlob(name, image);
};
