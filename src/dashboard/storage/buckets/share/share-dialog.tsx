import { useQuery } from "@tanstack/react-query";
import { useState, useMemo, type ReactNode } from "react";
import { encode } from "uqr";
import { gatewayUrl, publicUrl, sharedUrl } from "../../flows/storage/links.ts";
import { useObject } from "../../flows/storage/use-object.ts";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { SelectField } from "../../../ui/fields/text-field.tsx";
import { nameOf } from "../paths.ts";
import { useBucketRow } from "../use-bucket-row.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { copyText } from "../../../ui/panels/copy-text.tsx";
import styles from "./share.module.css";

type LinkType = "signed" | "cid" | "public";

interface ShareDialogProps {
  readonly bucket: string;
  readonly fileKey: string;
  readonly onClose: () => void;
}

/** Links to share a file. */
const ShareDialog = ({ bucket, fileKey, onClose }: ShareDialogProps) => {
  const [type, setType] = useState<LinkType>("signed");
  const row = useBucketRow(bucket);
  const isPrivate = row?.visibility === "private";
  return (
    <Dialog title={`Share ${nameOf(fileKey)}`} width={600} onClose={onClose}>
      <div className="fh-stack">
        <Segmented<LinkType>
          label="Link type"
          value={type}
          onChange={setType}
          options={[
            { value: "signed", label: "Expiring link" },
            ...(row?.visibility === "public" ? [{ value: "cid" as const, label: "Permanent CID link" }] : []),
            ...(row?.public ? [{ value: "public" as const, label: "Public URL" }] : []),
          ]}
        />
        {type === "signed" && <SignedLink bucket={bucket} fileKey={fileKey} />}
        {isPrivate && <p className="fh-muted">This bucket is private. CID links don't work for others.</p>}
        {type === "cid" && <CidLink bucket={bucket} fileKey={fileKey} />}
        {type === "public" && (
          <LinkCard
            address={publicUrl(bucket, fileKey)}
            text="Anyone can use this URL while the bucket is public and the file exists."
          />
        )}
      </div>
    </Dialog>
  );
};

export default ShareDialog;

const CidLink = ({ bucket, fileKey }: Omit<ShareDialogProps, "onClose">) => {
  const { data, error, refetch } = useObject(bucket, fileKey);
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={5} />;
  return (
    <LinkCard
      address={gatewayUrl(data.metadata["ipfs-hash"] ?? "", nameOf(fileKey))}
      text="Anyone with this link can read and share the file. Can't be revoked without deleting every copy."
    />
  );
};

interface SignedLinkProps {
  readonly bucket: string;
  readonly fileKey: string;
}

/** A signed URL that works for anyone until it expires. */
const SignedLink = ({ bucket, fileKey }: SignedLinkProps) => {
  const [seconds, setSeconds] = useState("3600");
  const { data, error, refetch } = useQuery({
    queryKey: ["s3-share", bucket, fileKey, seconds],
    queryFn: () => sharedUrl(bucket, fileKey, Number(seconds)),
    gcTime: 0,
    staleTime: Infinity,
  });
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={5} />;
  return (
    <LinkCard
      address={data}
      text="Anyone with this link can read this file until it expires. It stops working if you leave the team."
    >
      <SelectField label="Expires after" value={seconds} options={lifetimes} onChange={setSeconds} />
    </LinkCard>
  );
};

/** Lifetimes of a signed URL, up to seven days. */
const lifetimes = [
  { value: "900", label: "15 minutes" },
  { value: "3600", label: "1 hour" },
  { value: "43200", label: "12 hours" },
  { value: "86400", label: "1 day" },
  { value: "259200", label: "3 days" },
  { value: "604800", label: "7 days" },
] as const;

interface LinkCardProps {
  readonly address: string;
  /** Access and lifetime of the link. */
  readonly text: string;
  readonly children?: ReactNode;
}

/** A link to copy or open, with its QR code. */
const LinkCard = ({ address, text, children }: LinkCardProps) => (
  <div className={styles.link}>
    <div className={styles.words}>
      {children}
      <code className={styles.address} tabIndex={0} aria-label="Address">
        {address}
      </code>
      <div className="fh-row">
        <Button kind="primary" icon="copy" onClick={() => void copyText(address)}>
          Copy link
        </Button>
        <LinkButton icon="external" to={address}>
          Open
        </LinkButton>
      </div>
      <p className="fh-muted">{text}</p>
    </div>
    <QrCode text={address} label="the link" />
  </div>
);

interface QrCodeProps {
  readonly text: string;
  /** Target of the code, for assistive technology. */
  readonly label: string;
}

/** A QR code. Dark on light in both themes, because not every phone reads inverted codes. */
const QrCode = ({ text, label }: QrCodeProps) => {
  const { data, size } = useMemo(() => encode(text, { border: 2 }), [text]);
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={`QR code of ${label}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
};
