import { useCallback, useState } from "react";
import { imageBytesMax, imagesMax, imageTypes } from "../../../../resources/limits.ts";
import { messages } from "../../../../resources/declare/messages.ts";
import { formatBytes } from "../../lib/format/bytes.ts";
import { IconButton } from "../button.tsx";
import { Icon } from "../icon.tsx";
import styles from "./image-uploader.module.css";
import { UploadDrop } from "./upload-drop.tsx";
import type { UploadItem } from "./upload-item.ts";

interface ImageUploaderProps {
  readonly items: readonly UploadItem[];
  readonly onChange: (items: readonly UploadItem[]) => void;
  readonly maxCount?: number;
  readonly disabled?: boolean;
}

/** Accepts images by click, drag and drop, or paste, and shows thumbnails. */
export const ImageUploader = ({ items, onChange, maxCount = imagesMax, disabled = false }: ImageUploaderProps) => (
  <div className={styles.uploader}>
    <UploadDrop
      title={items.length === 0 ? "Drop or paste images" : `${items.length} of ${maxCount} images`}
      items={items}
      onChange={onChange}
      maxCount={maxCount}
      accept={imageTypes.join()}
      refuse={refusalOf}
      kind="images"
      disabled={disabled}
      compact
    />
    <p className={styles.hint}>{messages.imagesHint.replace("{count}", String(maxCount))}</p>
    {items.length > 0 && (
      <ul className={styles.images} aria-label="Images">
        {items.map((item) => (
          <Preview
            key={`${item.path} ${item.file.lastModified}`}
            file={item.file}
            onRemove={disabled ? undefined : () => onChange(items.filter((other) => other !== item))}
          />
        ))}
      </ul>
    )}
  </div>
);

const refusalOf = (file: File): string | undefined => {
  if (!imageTypes.some((type) => type === file.type)) return messages.imageWrongType.replace("{file}", () => file.name);
  return file.size > imageBytesMax ? messages.imageTooLarge.replace("{file}", () => file.name) : undefined;
};

const Preview = ({ file, onRemove }: { readonly file: File; readonly onRemove: (() => void) | undefined }) => {
  const show = useCallback((image: HTMLImageElement | null) => (image ? showFile(image, file) : undefined), [file]);
  const [broken, setBroken] = useState(false);
  return (
    <li className={styles.image}>
      {broken ? (
        <span className={styles.picture}>
          <Icon name="file" />
        </span>
      ) : (
        <img ref={show} className={styles.picture} alt="" onError={() => setBroken(true)} />
      )}
      <span className={styles.caption}>
        <span className="fh-ellipsis" title={file.name}>
          {file.name}
        </span>
        <small>{broken ? "No preview" : formatBytes(file.size)}</small>
      </span>
      {onRemove && (
        <IconButton
          icon="close"
          size="small"
          label={`Remove ${file.name}`}
          className={styles.remove}
          onClick={onRemove}
        />
      )}
    </li>
  );
};

/** Shows a local file; returns the cleanup function. */
const showFile = (image: HTMLImageElement, file: File): (() => void) => {
  const address = URL.createObjectURL(file);
  image.src = address;
  return () => URL.revokeObjectURL(address);
};
