import { useEffect, useRef, useState, type ReactNode } from "react";
import type { FileEntry } from "../../flows/storage/entries.ts";
import { thumbnailUrl } from "../../flows/storage/thumbnails.ts";
import { mediaTypeOf } from "../media-types.ts";
import styles from "./object-grid.module.css";
import { useSeen } from "./use-seen.ts";

interface ThumbnailProps {
  readonly bucket: string;
  readonly file: FileEntry;
  /** Shown until the image is loaded, and if it can't be. */
  readonly children: ReactNode;
}

/** A small image of an image file, loaded when the row is visible. */
export const Thumbnail = ({ bucket, file: { key, name, etag, type = "" }, children }: ThumbnailProps) => {
  const element = useRef<HTMLSpanElement>(null);
  const isSeen = useSeen(element);
  const [url, setUrl] = useState<string>();
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    if (!isSeen) return undefined;
    let isCurrent = true;
    thumbnailUrl(bucket, key, etag, mediaTypeOf("image", name, type)).then(
      (signed) => isCurrent && setUrl(signed),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [isSeen, bucket, key, etag, name, type]);
  return (
    <span ref={element} className={styles.picture}>
      {!isLoaded && children}
      {url !== undefined && (
        <img
          src={url}
          alt=""
          decoding="async"
          draggable={false}
          hidden={!isLoaded}
          onLoad={() => setLoaded(true)}
          onError={() => setUrl(undefined)}
        />
      )}
    </span>
  );
};
