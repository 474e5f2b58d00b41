import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { shownUrl } from "../../../flows/storage/links.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import { nameOf } from "../paths.ts";
import { mediaTypeOf } from "./media-types.ts";
import { NoPreview } from "./no-preview.tsx";
import type { PreviewProps } from "./preview.tsx";

interface MediaPreviewProps extends PreviewProps {
  readonly kind: "image" | "video" | "audio";
}

/** Plays or shows an image, video or audio file from a signed URL. */
export const MediaPreview = ({ bucket, head, kind }: MediaPreviewProps) => {
  const [failed, setFailed] = useState(false);
  const name = nameOf(head.key);
  const { data: url, error } = useQuery({
    queryKey: ["s3-shown", bucket, head.key, head.etag],
    queryFn: () => shownUrl(bucket, head.key, mediaTypeOf(kind, name, head.type)),
    gcTime: 0,
    staleTime: Infinity,
  });
  if (failed || error) return <NoPreview text="This browser can't preview this file. Download it to view it." />;
  if (!url) return <Spinner />;
  const onError = () => setFailed(true);
  if (kind === "image") return <img src={url} alt={name} onError={onError} />;
  if (kind === "video") return <video src={url} controls playsInline aria-label={name} onError={onError} />;
  return <audio src={url} controls aria-label={name} onError={onError} />;
};
