import { faces } from "../../ui/theme.ts";
import background from "./background.svg?url";
import { qrSquares } from "./qr-squares.ts";

export interface ShareImage {
  /** The target of the QR code. */
  readonly link: string;
  /** A line each; two or three fit. */
  readonly headline: readonly string[];
  readonly note: string;
  /** Name of the inviter. */
  readonly name: string;
}

/** Pixels: 4:5, the portrait format of feeds. */
export const shareImageSize = { width: 1080, height: 1350 } as const;
const margin = 88;
const codeBox = { top: 760, side: 420, radius: 36 } as const;
/** Colors of the background in every theme: Boost's dark look (pages/boost-frame/look.css). */
const colours = { text: "#eef6f3", muted: "#a8c0bd", accent: "#ffb04a", ink: "#061213", paper: "#fff" } as const;

/** Draws an invitation as a PNG, once its background has loaded. Throws when the background or the image fails. */
export const drawShareImage = async (image: ShareImage): Promise<Blob> => {
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
  write(context, "Freehold", { x: margin + 84, y: margin + 47, px: 44, weight: 640, colour: colours.text });
};

const drawLabel = (context: CanvasRenderingContext2D, { headline, note, name, link }: ShareImage): void => {
  const width = shareImageSize.width - 2 * margin;
  headline.forEach((line, index) =>
    write(context, line, { x: margin, y: 340 + index * 112, px: 100, weight: 700, colour: colours.text, width }),
  );
  const below = 340 + headline.length * 112;
  write(context, note, { x: margin, y: below - 18, px: 42, weight: 450, colour: colours.accent, width });
  const beside = { x: margin + codeBox.side + 52, width: width - codeBox.side - 52 };
  const middle = codeBox.top + codeBox.side / 2;
  write(context, "Invited by", { ...beside, y: middle - 34, px: 34, weight: 450, colour: colours.muted });
  write(context, name, { ...beside, y: middle + 30, px: 54, weight: 640, colour: colours.text });
  write(context, "Scan to join", { ...beside, y: middle + 88, px: 34, weight: 450, colour: colours.muted });
  const address = link.replace(/^https?:\/\//, "");
  write(context, address, {
    x: margin,
    y: shareImageSize.height - margin,
    px: 32,
    weight: 450,
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
