import { arweave } from "../../../../resources/storage/arweave.ts";
import { arweavePollMs } from "../../../../resources/storage/arweave-limits.ts";
import type { Row } from "../../../../resources/declare/define.ts";
import { Link } from "react-router";
import { useRuntimeConfig } from "../../hosting/flows/use-runtime-config.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import type { Cells } from "../../framework/pages/record-list.tsx";
import { usePrefetch } from "../../framework/prefetch.ts";
import { SyncState } from "../../ui/states/sync-state.tsx";
import { TwoLines } from "../../ui/panels/two-lines.tsx";
import { arweaveHref } from "./paths.ts";
import { embeddedNote, foreverNote, timeNote } from "../flows/arweave/texts.ts";

type Version = Row<typeof arweave>;

/** /bucket/arweave: file versions stored on Arweave or syncing to it. */
export const Component = () => {
  const isEmbedded = useRuntimeConfig().arweave?.embedded === true;
  return (
    <ListPage
      resource={arweave}
      intro={[foreverNote, ...(isEmbedded ? [embeddedNote] : []), timeNote(isEmbedded)].join(" ")}
      cells={cells}
      pollMs={(rows) => (rows.some(({ state }) => state === "syncing") ? arweavePollMs : false)}
    />
  );
};

const cells: Cells<typeof arweave> = {
  key: (row) => <FileName version={row} />,
  state: ({ state }) => <SyncState state={state} />,
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
