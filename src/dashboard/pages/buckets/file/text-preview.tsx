import { previewTextBytes } from "../../../../../resources/bucket/storage-limits.ts";
import { useText } from "../../../flows/storage/use-object.ts";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import { nftOf } from "../nft-metadata.ts";
import { nameOf } from "../paths.ts";
import styles from "./file-page.module.css";
import { NftView } from "./nft-view.tsx";
import { NoPreview } from "./no-preview.tsx";
import type { PreviewProps } from "./preview.tsx";

/** The beginning of a text file. */
export const TextPreview = ({ bucket, head }: PreviewProps) => {
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
export const JsonPreview = ({ bucket, head }: PreviewProps) => {
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
