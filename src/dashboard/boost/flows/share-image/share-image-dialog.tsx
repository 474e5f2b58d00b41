import { useEffect, useState } from "react";
import { encode } from "uqr";
import { boostMessages } from "../../../../../resources/boost/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { copyText } from "../../../ui/panels/copy-text.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { downloadBlob } from "../../../ui/download.ts";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Spinner } from "../../../ui/states/spinner.tsx";
import styles from "./share-image.module.css";
import { faces } from "../../../ui/theme/theme.ts";
import background from "./background.svg?url";

interface ShareImageDialogProps {
  readonly image: ShareImage;
  readonly onClose: () => void;
}

type Drawing =
  | { readonly name: "drawing" }
  | { readonly name: "failed" }
  | { readonly name: "drawn"; readonly file: File; readonly url: string };

/** An invitation as an image with a QR code: view, download and share where supported. */
export const ShareImageDialog = ({ image, onClose }: ShareImageDialogProps) => {
  const [attempt, setAttempt] = useState(0);
  const drawn = useDrawing(image, attempt);
  const file = drawn.name === "drawn" ? drawn.file : undefined;
  return (
    <Dialog
      title="Share invite image"
      onClose={onClose}
      footer={
        <>
          <Button icon="link" onClick={() => void copyText(image.link)}>
            Copy link
          </Button>
          {file && canShare(file) && (
            <Button icon="external" onClick={() => void share(file, image.link)}>
              Share
            </Button>
          )}
          <Button kind="primary" icon="download" disabled={!file} onClick={() => file && downloadBlob(file.name, file)}>
            Download
          </Button>
        </>
      }
    >
      <div className={styles.frame}>
        {drawn.name === "drawing" && (
          <span role="status" aria-label="Creating image">
            <Spinner />
          </span>
        )}
        {drawn.name === "failed" && (
          <ErrorState
            title={boostMessages.shareImageFailed}
            message="The background didn't load or your browser can't create images. Try again or copy the link."
            onRetry={() => setAttempt(attempt + 1)}
          />
        )}
        {drawn.name === "drawn" && (
          <img src={drawn.url} alt={`Invitation from ${image.name} with a QR code for ${image.link}`} />
        )}
      </div>
    </Dialog>
  );
};

const useDrawing = (image: ShareImage, attempt: number): Drawing => {
  const [drawn, setDrawn] = useState<Drawing>({ name: "drawing" });
  const { link, name, note } = image;
  const headline = image.headline.join("\n");
  useEffect(() => {
    let ended = false;
    let url: string | undefined;
    const settle = (next: Drawing): void => {
      if (!ended) setDrawn(next);
    };
    settle({ name: "drawing" });
    drawShareImage({ link, name, note, headline: headline.split("\n") }).then(
      (rendered) => {
        if (ended) return;
        url = URL.createObjectURL(rendered);
        settle({ name: "drawn", url, file: new File([rendered], "freehold-invitation.png", { type: "image/png" }) });
      },
      () => settle({ name: "failed" }),
    );
    return () => {
      ended = true;
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [link, name, note, headline, attempt]);
  return drawn;
};

const canShare = (file: File): boolean => navigator.canShare?.({ files: [file] }) ?? false;

/** Shares the file; closing the share sheet is not an error. */
const share = (file: File, url: string): Promise<void> =>
  navigator.share({ files: [file], url }).catch(() => undefined);

interface ShareImage {
  /** The target of the QR code. */
  readonly link: string;
  /** A line each; two or three fit. */
  readonly headline: readonly string[];
  readonly note: string;
  /** Name of the inviter. */
  readonly name: string;
}

/** Pixels: 4:5, the portrait format of feeds. */
const shareImageSize = { width: 1080, height: 1350 } as const;
const margin = 88;
const codeBox = { top: 760, side: 420, radius: 36 } as const;
/** Colors of the background in every theme: Boost's dark look (boost/boost-frame/look.css). */
const colours = { text: "#eef6f3", muted: "#a8c0bd", accent: "#ffb04a", ink: "#061213", paper: "#fff" } as const;

/** Draws an invitation as a PNG, once its background has loaded. Throws when the background or the image fails. */
const drawShareImage = async (image: ShareImage): Promise<Blob> => {
  const plan = new Image(shareImageSize.width, shareImageSize.height);
  plan.src = background;
  await plan.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, shareImageSize);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser can't create images.");
  context.drawImage(plan, 0, 0, shareImageSize.width, shareImageSize.height);
  drawMark(context);
  drawLabel(context, image);
  drawCode(context, image.link);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The image is empty."))), "image/png");
  });
};

const drawMark = (context: CanvasRenderingContext2D): void => {
  context.save();
  context.translate(margin, margin);
  context.scale(2.6, 2.6);
  context.fillStyle = colours.accent;
  context.fill(new Path2D("M1 1h12.6L10.4 23H1z"));
  context.strokeStyle = colours.text;
  context.lineWidth = 1.6;
  context.stroke(new Path2D("M15.8 1H23v9.2l-8.5-1.3zM14.1 11.3 23 12.7V23h-10.6z"));
  context.restore();
  write(context, "Freehold", { x: margin + 84, y: margin + 47, px: 44, weight: 600, colour: colours.text });
};

const drawLabel = (context: CanvasRenderingContext2D, { headline, note, name, link }: ShareImage): void => {
  const width = shareImageSize.width - 2 * margin;
  headline.forEach((line, index) =>
    write(context, line, { x: margin, y: 340 + index * 112, px: 100, weight: 600, colour: colours.text, width }),
  );
  const below = 340 + headline.length * 112;
  write(context, note, { x: margin, y: below - 18, px: 42, weight: 400, colour: colours.accent, width });
  const beside = { x: margin + codeBox.side + 52, width: width - codeBox.side - 52 };
  const middle = codeBox.top + codeBox.side / 2;
  write(context, "Invited by", { ...beside, y: middle - 34, px: 34, weight: 400, colour: colours.muted });
  write(context, name, { ...beside, y: middle + 30, px: 54, weight: 600, colour: colours.text });
  write(context, "Scan to join", { ...beside, y: middle + 88, px: 34, weight: 400, colour: colours.muted });
  const address = link.replace(/^https?:\/\//, "");
  write(context, address, {
    x: margin,
    y: shareImageSize.height - margin,
    px: 32,
    weight: 400,
    colour: colours.muted,
    width,
  });
};

interface Writing {
  readonly x: number;
  readonly y: number;
  readonly px: number;
  readonly weight: number;
  readonly colour: string;
  /** Shrinks longer text. */
  readonly width?: number;
}

const write = (
  context: CanvasRenderingContext2D,
  content: string,
  { x, y, px, weight, colour, width }: Writing,
): void => {
  context.font = `${weight} ${px}px ${faces.sans}`;
  context.fillStyle = colour;
  context.fillText(content, x, y, width);
};

/** Dark on white on any background: not every reader accepts inverted codes. */
const drawCode = (context: CanvasRenderingContext2D, link: string): void => {
  const { size, dark } = qrSquares(link);
  const { top, side, radius } = codeBox;
  // Whole pixels a square, so that their edges are sharp.
  const square = Math.floor(side / size);
  const start = Math.floor((side - square * size) / 2);
  context.fillStyle = colours.paper;
  context.beginPath();
  context.roundRect(margin, top, side, side, radius);
  context.fill();
  context.fillStyle = colours.ink;
  for (const [x, y] of dark) context.fillRect(margin + start + x * square, top + start + y * square, square, square);
};

/** Quiet squares around a code, which readers need. */
const border = 3;

interface QrSquares {
  /** Squares on each side, the border included. */
  readonly size: number;
  /** Column and row of each dark square. */
  readonly dark: readonly (readonly [number, number])[];
}

/** A text as a QR code (ISO/IEC 18004) of medium error correction: still read when a tenth of it is covered. */
const qrSquares = (text: string): QrSquares => {
  const { data, size } = encode(text, { border, ecc: "M" });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [[x, y] as const] : [])));
  return { size, dark };
};
