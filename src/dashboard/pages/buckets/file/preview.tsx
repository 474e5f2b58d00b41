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

/** Loaded separately, because it includes three.js. */
const ModelPreview = lazy(async () => ({ default: (await import("./model-preview.tsx")).ModelPreview }));

export interface PreviewProps {
  readonly bucket: string;
  readonly head: FileHead;
}

/**
 * Previews a file without ever rendering it as HTML: media elements run no scripts, text is shown as plain text, and the browser's PDF
 * viewer always gets the PDF media type.
 */
export const Preview = (props: PreviewProps) => (
  <section className={styles.preview} aria-label="Preview">
    <Suspense fallback={<Spinner />}>
      <PreviewContent {...props} />
    </Suspense>
  </section>
);

const PreviewContent = ({ bucket, head }: PreviewProps) => {
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
