/** A picture cut to a square in its middle and scaled to `edge` px, as WebP or, where the browser writes none, PNG; in base64. */
export const scalePicture = async (file: Blob, edge: number): Promise<string> => {
  const picture = await createImageBitmap(file);
  const side = Math.min(picture.width, picture.height);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = edge;
  const context = canvas.getContext("2d")!;
  context.imageSmoothingQuality = "high";
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2];
  context.drawImage(picture, left, top, side, side, 0, 0, edge, edge);
  picture.close();
  return canvas.toDataURL("image/webp", quality).split(",")[1]!;
};

const quality = 0.9;
