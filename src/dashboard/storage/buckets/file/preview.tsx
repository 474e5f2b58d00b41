import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { previewTextBytes, previewWholeBytesMax } from "../../../../../resources/storage/storage-limits.ts";
import { gatewayPath, shownUrl } from "../../flows/storage/links.ts";
import { useBytes, useText, type FileHead } from "../../flows/storage/use-object.ts";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { useCached } from "../../../ui/cached/use-cached.ts";
import { Empty } from "../../../ui/states/empty.tsx";
import { Spinner } from "../../../ui/states/spinner.tsx";
import { ipfsAddress, nftOf, type Nft } from "../nft-metadata.ts";
import { nameOf } from "../paths.ts";
import { mediaTypeOf } from "../media-types.ts";
import { previewKindOf } from "../preview-kind.ts";
import styles from "./file-page.module.css";

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

interface MediaPreviewProps extends PreviewProps {
  readonly kind: "image" | "video" | "audio";
}

/** Plays or shows an image, video or audio file from a signed URL. */
const MediaPreview = ({ bucket, head, kind }: MediaPreviewProps) => {
  const [failed, setFailed] = useState(false);
  const name = nameOf(head.key);
  const { data: url, error } = useCached({
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

/**
 * Shows a PDF in the browser's viewer, which doesn't work in sandboxed frames. The fixed media type makes any other file fail in the
 * viewer instead of being rendered.
 */
const PdfPreview = ({ bucket, head }: PreviewProps) => {
  const canShow = navigator.pdfViewerEnabled;
  const { data, error } = useBytes(bucket, head, canShow);
  const url = useMemo(() => data && URL.createObjectURL(new Blob([data], { type: "application/pdf" })), [data]);
  useEffect(() => () => URL.revokeObjectURL(url ?? ""), [url]);
  if (!canShow) return <NoPreview text="This browser can't display PDFs inline. Download the file to view it." />;
  if (error) return <NoPreview text={error.message} />;
  return url ? <iframe src={url} title={nameOf(head.key)} /> : <Spinner />;
};

/** The beginning of a text file. */
const TextPreview = ({ bucket, head }: PreviewProps) => {
  const { data, error } = useText(bucket, head, previewTextBytes);
  if (error) return <NoPreview text={error.message} />;
  if (data === undefined) return <Spinner />;
  if (data.includes("\0")) return <NoPreview text="Not a text file. Download it to view it." />;
  return (
    <>
      <Plain name={nameOf(head.key)} text={data} />
      {head.sizeBytes > previewTextBytes && (
        <p className={styles.part}>
          Showing the first {formatBytes(previewTextBytes)} of {formatBytes(head.sizeBytes)}.
        </p>
      )}
    </>
  );
};

/** Formatted JSON, with an NFT view for token metadata. */
const JsonPreview = ({ bucket, head }: PreviewProps) => {
  const { data, error } = useText(bucket, head, previewTextBytes);
  if (error) return <NoPreview text={error.message} />;
  if (data === undefined) return <Spinner />;
  const json = parsed(data);
  const nft = json && nftOf(json.value);
  return (
    <>
      {nft && <NftView nft={nft} />}
      <Plain name={nameOf(head.key)} text={json ? JSON.stringify(json.value, null, 2) : data} />
    </>
  );
};

const Plain = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <pre className={styles.text} tabIndex={0} aria-label={`Content of ${name}`}>
    {text}
  </pre>
);

const parsed = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
};

/** An NFT from its metadata. Shows the image if it is on IPFS or embedded in the metadata. */
const NftView = ({ nft: { name, description, image, traits } }: { readonly nft: Nft }) => {
  const [failed, setFailed] = useState(false);
  const address = imageUrl(image);
  return (
    <div className={styles.nft}>
      {address !== undefined && !failed ? (
        <img src={address} alt={name} onError={() => setFailed(true)} />
      ) : (
        <p>
          The image is not stored on this server: <span className="fh-mono">{image.slice(0, 200)}</span>
        </p>
      )}
      <div>
        <h2>{name}</h2>
        {description && <p>{description}</p>}
        <dl className={styles.traits}>
          {traits.map((trait, at) => (
            <div key={at}>
              <dt>{trait.name || "Trait"}</dt>
              <dd>{trait.value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
};

/** Returns undefined for other hosts, because requests would reveal the viewer to them. */
const imageUrl = (image: string): string | undefined => {
  if (/^data:image\//i.test(image)) return image;
  const found = ipfsAddress(image);
  return found && gatewayPath(found.cid, found.path);
};

/** Shows why a file has no preview. */
const NoPreview = ({ text }: { readonly text: string }) => <Empty icon="file" title="No preview" text={text} />;
