import { arweave } from "../../../../resources/bucket/arweave.ts";
import { arweavePollMs } from "../../../../resources/bucket/arweave-limits.ts";
import type { Row } from "../../../../resources/define.ts";
import { Link } from "react-router";
import { useCloudConfig } from "../../flows/deploy/use-cloud-config.ts";
import { RecordList } from "../../framework/pages/record-list.tsx";
import { usePrefetch } from "../../framework/prefetch.ts";
import { shortenHash } from "../../lib/format/shorten.ts";
import { CopyText } from "../../ui/copy-text.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SyncState } from "../../ui/sync-state.tsx";
import { TwoLines } from "../../ui/two-lines.tsx";
import { arweaveHref } from "./paths.ts";
import { embeddedNote, foreverNote, timeNote } from "./texts.ts";

type Version = Row<typeof arweave>;

/** /bucket/arweave: file versions stored on Arweave or syncing to it. */
export const Component = () => {
  const isEmbedded = useCloudConfig().arweave?.embedded === true;
  return (
    <>
      <PageHeader
        title={arweave.title}
        text={[foreverNote, ...(isEmbedded ? [embeddedNote] : []), timeNote(isEmbedded)].join(" ")}
      />
      <RecordList
        resource={arweave}
        cells={cells}
        layout={layout}
        pollMs={(rows) => (rows.some((row) => row.state === "syncing") ? arweavePollMs : false)}
      />
    </>
  );
};

const layout = {
  state: { width: "9rem" },
  hash: { width: "14rem" },
  sizeBytes: { width: "7rem", wideOnly: true },
  createdAt: { width: "12.5rem", wideOnly: true },
} as const;

const cells = {
  key: (row: object) => <FileName version={row as Version} />,
  state: (row: object) => <State version={row as Version} />,
  hash: (row: object) => <Hash version={row as Version} />,
};

const FileName = ({ version: { id, bucket, key, reason } }: { readonly version: Version }) => {
  const to = arweaveHref(bucket, key, id);
  const prefetch = usePrefetch();
  return (
    <TwoLines
      first={
        <Link to={to} onPointerEnter={() => prefetch(to)}>
          <bdi>{key}</bdi>
        </Link>
      }
      second={reason ? `${bucket} · ${reason}` : bucket}
    />
  );
};

const State = ({ version: { state } }: { readonly version: Version }) => <SyncState state={state} />;

const Hash = ({ version: { hash } }: { readonly version: Version }) =>
  hash ? <CopyText text={hash} shown={shortenHash(hash)} label="hash" /> : <span className="fh-muted">–</span>;
