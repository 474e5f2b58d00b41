/**
 * Crops an image to its central square and scales it to `edge` px, as WebP or, where the browser can't encode it, PNG;
 * in base64.
 */
export const scaleImage = async (file: Blob, edge: number): Promise<string> =>
  (await squareUrl(file, edge)).split(",")[1]!;

/** Scales an image in the same way, to a data URL. */
export const squareUrl = async (file: Blob, edge: number): Promise<string> => {
  const bitmap = await createImageBitmap(file);
  const side = Math.min(bitmap.width, bitmap.height);
  const part = { left: (bitmap.width - side) / 2, top: (bitmap.height - side) / 2, width: side, height: side };
  return drawScaled(bitmap, part, edge, edge).toDataURL("image/webp", quality);
};

/**
 * Scales a whole image to a data URL of at most `charactersMax`, with `edge` px on its longer side; undefined if it is
 * still too large.
 */
export const smallUrl = async (file: Blob, edge: number, charactersMax: number): Promise<string | undefined> => {
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  const scale = Math.min(1, edge / Math.max(width, height));
  const size = [Math.round(width * scale), Math.round(height * scale)] as const;
  const canvas = drawScaled(bitmap, { left: 0, top: 0, width, height }, ...size);
  return qualities.map((each) => canvas.toDataURL("image/webp", each)).find(({ length }) => length <= charactersMax);
};

const quality = 0.9;
const qualities = [quality, 0.7, 0.5, 0.3];

interface Part {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const drawScaled = (bitmap: ImageBitmap, { left, top, width, height }: Part, toWidth: number, toHeight: number) => {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [toWidth, toHeight];
  const context = canvas.getContext("2d")!;
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, left, top, width, height, 0, 0, toWidth, toHeight);
  bitmap.close();
  return canvas;
};
