import { lazy, Suspense } from "react";
import { previewTextBytes, previewWholeBytesMax } from "../../../../../resources/bucket/storage-limits.ts";
import type { FileHead } from "../../../flows/storage/use-object.ts";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import { nameOf } from "../paths.ts";
import { previewKindOf } from "../preview-kind.ts";
import styles from "./file-page.module.css";
import { MediaPreview } from "./media-preview.tsx";
import { NoPreview } from "./no-preview.tsx";
import { PdfPreview } from "./pdf-preview.tsx";
import { JsonPreview, TextPreview } from "./text-preview.tsx";

/** With three, which nothing else needs. */
const ModelPreview = lazy(async () => ({ default: (await import("./model-preview.tsx")).ModelPreview }));

export interface PreviewProps {
  readonly bucket: string;
  readonly head: FileHead;
}

/**
 * What the file looks like. Nothing of it is ever taken for HTML here: pictures and sounds stand in elements that run nothing, text is
 * shown as text, a PDF is handed to the browser's viewer as a PDF whatever it holds.
 */
export const Preview = (props: PreviewProps) => (
  <section className={styles.preview} aria-label="Preview">
    <Suspense fallback={<Spinner />}>
      <Shown {...props} />
    </Suspense>
  </section>
);

const Shown = ({ bucket, head }: PreviewProps) => {
  const kind = previewKindOf(nameOf(head.key), head.type);
  const isTooLarge = head.sizeBytes > previewWholeBytesMax;
  if (kind === "image" || kind === "video" || kind === "audio")
    return <MediaPreview bucket={bucket} head={head} kind={kind} />;
  if (kind === "text" || (kind === "json" && head.sizeBytes > previewTextBytes))
    return <TextPreview bucket={bucket} head={head} />;
  if (kind === "json") return <JsonPreview bucket={bucket} head={head} />;
  if (kind === "none") return <NoPreview text="No preview for this file type. Download the file to view it." />;
  if (isTooLarge)
    return (
      <NoPreview text={`Up to ${formatBytes(previewWholeBytesMax)} can be previewed. Download the file to view it.`} />
    );
  return kind === "pdf" ? <PdfPreview bucket={bucket} head={head} /> : <ModelPreview bucket={bucket} head={head} />;
};
