import { useEffect, useMemo } from "react";
import { useBytes } from "../../../flows/storage/use-object.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import { nameOf } from "../paths.ts";
import { NoPreview } from "./no-preview.tsx";
import type { PreviewProps } from "./preview.tsx";

/**
 * Shows a PDF in the browser's viewer, which doesn't work in sandboxed frames. The fixed media type makes any other file fail in the
 * viewer instead of being rendered.
 */
export const PdfPreview = ({ bucket, head }: PreviewProps) => {
  const canShow = navigator.pdfViewerEnabled;
  const { data, error } = useBytes(bucket, head, canShow);
  const url = useMemo(() => data && URL.createObjectURL(new Blob([data], { type: "application/pdf" })), [data]);
  useEffect(() => () => URL.revokeObjectURL(url ?? ""), [url]);
  if (!canShow) return <NoPreview text="This browser can't display PDFs inline. Download the file to view it." />;
  if (error) return <NoPreview text={error.message} />;
  return url ? <iframe src={url} title={nameOf(head.key)} /> : <Spinner />;
};
