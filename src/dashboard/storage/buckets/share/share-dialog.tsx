import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callOf } from "../../../../../resources/declare/endpoints.ts";
import { shareLinks, type ShareLink } from "../../../../../resources/storage/share-links.ts";
import { gatewayUrl, publicUrl, shareLinkUrl, sharedUrl } from "../../flows/storage/links.ts";
import { useObject } from "../../flows/storage/use-object.ts";
import { resourceKey } from "../../../framework/data/record-keys.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { useRecords } from "../../../framework/data/use-records.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { countOf } from "../../../lib/format/count.ts";
import { formatMoment } from "../../../lib/format/date.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { useCached } from "../../../ui/cached/use-cached.ts";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { MenuField } from "../../../framework/forms/menu-field.tsx";
import { nameOf } from "../paths.ts";
import { useBucketRow } from "../use-bucket-row.ts";
import { LinkCard } from "./link-card.tsx";
import styles from "./share.module.css";

type LinkType = "link" | "cid" | "public";

interface SharedFile {
  readonly bucket: string;
  readonly fileKey: string;
}

interface ShareDialogProps extends SharedFile {
  readonly onClose: () => void;
}

/** Links to share a file. Members with read-only access get links that need no record. */
const ShareDialog = ({ onClose, ...file }: ShareDialogProps) => {
  const { bucket, fileKey } = file;
  const [type, setType] = useState<LinkType>("link");
  const row = useBucketRow(bucket);
  const mayCreate = useAllows()("create", shareLinks);
  const types = [
    { value: "link" as const, label: "Share link" },
    ...(row?.visibility === "public" ? [{ value: "cid" as const, label: "Permanent CID link" }] : []),
    ...(row?.public ? [{ value: "public" as const, label: "Public URL" }] : []),
  ];
  return (
    <Dialog title={`Share ${nameOf(fileKey)}`} width={600} onClose={onClose}>
      <div className="fh-stack">
        {types.length > 1 && <Segmented<LinkType> label="Link type" value={type} onChange={setType} options={types} />}
        {type === "link" && (mayCreate ? <ShortLink {...file} /> : <SignedLink {...file} />)}
        {type === "cid" && <CidLink {...file} />}
        {type === "public" && (
          <LinkCard
            address={publicUrl(bucket, fileKey)}
            name={nameOf(fileKey)}
            text="Anyone can use this URL while the bucket is public and the file exists."
          />
        )}
      </div>
    </Dialog>
  );
};

export default ShareDialog;

/** The file's link, or a form that creates one. */
const ShortLink = ({ bucket, fileKey }: SharedFile) => {
  const { rows, error, reload } = useRecords(shareLinks, { filters: { bucket, key: fileKey } });
  const [created, setCreated] = useState<ShareLink>();
  const [isCreating, setCreating] = useState(false);
  if (error && !rows) return <ErrorState message={error.message} onRetry={reload} />;
  if (!rows) return <Skeleton lines={4} />;
  const link = created ?? rows.find(({ opens, opensMax = Infinity }) => opens < opensMax);
  if (!link || isCreating)
    return (
      <NewLink
        bucket={bucket}
        fileKey={fileKey}
        onCreated={(made) => {
          setCreated(made);
          setCreating(false);
        }}
      />
    );
  return (
    <LinkCard address={shareLinkUrl(link.path)} name={nameOf(fileKey)} text={`${validityOf(link)} ${endingText}`}>
      <div>
        <Button size="small" icon="plus" onClick={() => setCreating(true)}>
          Create another link
        </Button>
      </div>
    </LinkCard>
  );
};

const endingText = "It also stops working if its creator leaves the team. Revoke it in the bucket's tab Share links.";

const validityOf = ({ expiresAt, opens, opensMax }: ShareLink): string => {
  const limit = opensMax === undefined ? "" : ` or it was opened ${countOf(opensMax, "time")}`;
  const opened = opens === 0 ? "" : ` Opened ${countOf(opens, "time")} so far.`;
  return `Anyone with this link can read the file until ${formatMoment(expiresAt)}${limit}.${opened}`;
};

interface NewLinkProps extends SharedFile {
  readonly onCreated: (link: ShareLink) => void;
}

const DAY_SECONDS = 86_400;
const lifetimes = [
  { value: "3600", label: "1 hour" },
  { value: String(DAY_SECONDS), label: "1 day" },
  { value: String(7 * DAY_SECONDS), label: "7 days" },
  { value: String(30 * DAY_SECONDS), label: "30 days" },
  { value: String(365 * DAY_SECONDS), label: "1 year" },
] as const;
const limits = [
  { value: "", label: "No limit" },
  { value: "1", label: "Once" },
  { value: "10", label: "10 times" },
  { value: "100", label: "100 times" },
] as const;

const NewLink = ({ bucket, fileKey, onCreated }: NewLinkProps) => {
  const [seconds, setSeconds] = useState<string>(lifetimes[2].value);
  const [opensMax, setOpensMax] = useState("");
  const client = useQueryClient();
  const { act, acting } = useAct(callOf(shareLinks, "create"), {
    onDone: (link) => {
      onCreated(link);
      return client.invalidateQueries({ queryKey: resourceKey(shareLinks.name) });
    },
  });
  const create = () => {
    const expiresAt = Math.floor(Date.now() / 1000) + Number(seconds);
    void act({ body: { bucket, key: fileKey, expiresAt, ...(opensMax !== "" && { opensMax: Number(opensMax) }) } });
  };
  return (
    <div className={styles.link}>
      <p className="fh-muted">
        Anyone with the link can read this file, without an account. The bucket stays as it is.
      </p>
      <div className={styles.choices}>
        <MenuField label="Expires after" value={seconds} options={lifetimes} onChange={setSeconds} />
        <MenuField label="Can be opened" value={opensMax} options={limits} onChange={setOpensMax} />
      </div>
      <div className={styles.buttons}>
        <Button kind="primary" icon="link" busy={acting} onClick={create}>
          Create link
        </Button>
      </div>
    </div>
  );
};

const CidLink = ({ bucket, fileKey }: SharedFile) => {
  const { data, error, reload } = useObject(bucket, fileKey);
  if (error) return <ErrorState message={error.message} onRetry={reload} />;
  if (!data) return <Skeleton lines={5} />;
  return (
    <LinkCard
      address={gatewayUrl(data.metadata["ipfs-hash"] ?? "", nameOf(fileKey))}
      name={nameOf(fileKey)}
      text="Anyone with this link can read and share the file. Can't be revoked without deleting every copy."
    />
  );
};

/** A signed URL that works for anyone for a day. */
const SignedLink = ({ bucket, fileKey }: SharedFile) => {
  const { data, error, reload } = useCached({
    queryKey: ["s3-share", bucket, fileKey],
    queryFn: () => sharedUrl(bucket, fileKey, DAY_SECONDS),
    gcTime: 0,
    staleTime: Infinity,
  });
  if (error) return <ErrorState message={error.message} onRetry={reload} />;
  if (!data) return <Skeleton lines={5} />;
  return (
    <LinkCard
      address={data}
      name={nameOf(fileKey)}
      text="Anyone with this link can read this file for one day. It stops working if you leave the team."
    />
  );
};
