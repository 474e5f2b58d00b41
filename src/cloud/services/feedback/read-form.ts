import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import type * as z from "zod/mini";
import { parseFeedback, type feedbackForm } from "../../../../resources/account/feedback.ts";
import { imageBytesMax, imagesMax, imageTypes } from "../../../../resources/limits.ts";
import { messages } from "../../../../resources/messages.ts";
import { AppError } from "../../app-error.ts";
import { readForm } from "../form.ts";
import { imageType } from "../image-type.ts";

export interface Image {
  readonly type: (typeof imageTypes)[number];
  readonly bytes: Buffer;
}

export interface Feedback extends z.output<typeof feedbackForm> {
  readonly images: readonly Image[];
}

/** Room for fields and boundaries beside the images. */
const formSlackBytes = 256 * 1024;

/** Reads the form. Rejects with INVALID_INPUT for its fields or files, or like `readForm`. */
export const readFeedback = async (stream: Readable, headers: IncomingHttpHeaders): Promise<Feedback> => {
  const images: Image[] = [];
  const fields = await readForm(stream, headers, {
    bytesMax: imagesMax * imageBytesMax + formSlackBytes,
    filesMax: imagesMax,
    onFile: async (_field, content, name) => void images.push(await readImage(content, name)),
  });
  const form = parseFeedback(fields);
  if (form.success) return { ...form.data, images };
  throw new AppError("INVALID_INPUT", {
    fields: Object.fromEntries(form.error.issues.map(({ path, message }) => [path.join("."), [message]])),
  });
};

const readImage = async (content: Readable, name: string): Promise<Image> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const part of content as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > imageBytesMax) throw refuse(messages.imageTooLarge, name);
    chunks.push(part);
  }
  const bytes = Buffer.concat(chunks);
  const imageKind = imageType(bytes);
  const type = imageTypes.find((one) => one === imageKind);
  if (!type) throw refuse(messages.imageWrongType, name);
  return { type, bytes };
};

const refuse = (message: string, name: string): AppError =>
  new AppError("INVALID_INPUT", { fields: { files: [message.replace("{file}", () => name)] } });
