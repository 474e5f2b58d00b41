import { useState } from "react";
import { useNavigate } from "react-router";
import { buckets } from "../../../../../resources/bucket/buckets.ts";
import type { DownloadFormat } from "../../../../../resources/bucket/bucket-calls.ts";
import { downloadMany } from "../../../flows/storage/download.ts";
import type { Entry } from "../../../flows/storage/entries.ts";
import { useLive } from "../../../framework/data/use-live.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { countOf } from "../../../lib/format/count.ts";
import { pagedList } from "../../../lib/paged-list.ts";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { parentOf, placeHref } from "../paths.ts";
import { nothingSelected, selectAll } from "../selection.ts";
import { ShareDialog } from "../share/share-dialog.tsx";
import { DropZone } from "./drop-zone.tsx";
import { EmptyFolder } from "./empty-folder.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import gridStyles from "./object-grid.module.css";
import { ObjectGrid } from "./object-grid.tsx";
import styles from "./objects-tab.module.css";
import { SelectionBar } from "./selection-bar.tsx";
import { Toolbar } from "./toolbar.tsx";
import { useBucketRow } from "../use-bucket-row.ts";
import { useEntryActions } from "./use-entry-actions.ts";
import { useFileActs } from "./use-file-acts.ts";
import { useListing } from "./use-listing.ts";
import { useRowDrag } from "./use-row-drag.ts";
import { useSelection } from "./use-selection.ts";

interface ObjectsTabProps {
  readonly bucket: string;
  readonly prefix: string;
}

const none = pagedList<Entry>([]);

/** The files and folders of a folder, with their actions. */
export const ObjectsTab = ({ bucket, prefix }: ObjectsTabProps) => {
  const navigate = useNavigate();
  const allows = useAllows();
  const [mayEdit, mayDelete] = [allows("edit", "buckets"), allows("delete", "buckets")];
  const listing = useListing(bucket, prefix);
  const entries = listing.entries ?? none;
  const { selection, setSelection, order } = useSelection(entries);
  const chosen = [...selection.selected];
  const acts = useFileActs(bucket, (key) => [...order].includes(key));
  const [moving, setMoving] = useState<readonly string[]>();
  const [sharing, setSharing] = useState<Entry>();
  const actionsOf = useEntryActions({
    bucket,
    prefix,
    isOpenByUrl: useBucketRow(bucket)?.public === true,
    mayEdit,
    mayDelete,
    acts,
    onMove: setMoving,
    onShare: setSharing,
  });
  const drag = useRowDrag({
    bucket,
    entries,
    selection,
    mayMove: mayEdit && mayDelete,
    onMove: (keys, to) => void acts.moveInto(keys, to),
  });
  useLive(buckets, () => {
    if (entries.length <= followedMax) listing.reload();
  });

  const active = entries.at(selection.active);
  const open = ({ key }: Entry) => void navigate(placeHref(bucket, key));
  const remove = async () => {
    if (chosen.length > 0 && mayDelete) await acts.remove(chosen);
  };
  const onAct = (kind: "all" | "open" | "up" | "delete" | "rename") => {
    const above = parentOf(prefix);
    if (kind === "open" && active) open(active);
    if (kind === "up" && above !== undefined) void navigate(placeHref(bucket, above));
    if (kind === "delete") void remove();
    if (kind === "rename" && active && mayEdit && mayDelete) void acts.rename(active);
    if (kind === "all") void selectEverything();
  };
  const selectEverything = async () => {
    setSelection(selectAll(selection, order));
    if (!listing.hasMore) return;
    const close = dialogs.loading("Loading remaining files…");
    try {
      const all = await listing.loadAll();
      setSelection(
        selectAll(
          selection,
          [...all].map(({ key }) => key),
        ),
      );
    } finally {
      close();
    }
  };
  const download = (format: DownloadFormat) =>
    void downloadMany(bucket, prefix, chosen, format).catch((error: Error) => dialogs.alert({ text: error.message }));

  return (
    <DropZone bucket={bucket} prefix={prefix} enabled={mayEdit}>
      <div className="fh-stack">
        <Toolbar
          bucket={bucket}
          prefix={prefix}
          mayEdit={mayEdit}
          keyword={listing.keyword}
          onSearch={listing.search}
          onReload={listing.reload}
          onAddFolder={() => void acts.addFolder(prefix)}
          onDrop={mayEdit ? (keys, to) => void acts.moveInto(keys, to) : undefined}
        />
        {chosen.length > 0 && (
          <SelectionBar
            count={chosen.length}
            mayEdit={mayEdit && mayDelete}
            mayDelete={mayDelete}
            onDownload={chosen.length <= downloadMax ? download : undefined}
            onMove={() => setMoving(chosen)}
            onDelete={() => void remove()}
            onClear={() => setSelection(nothingSelected)}
          />
        )}
        <Content listing={listing} bucket={bucket} prefix={prefix} mayEdit={mayEdit}>
          <ObjectGrid
            label={`Files in ${prefix === "" ? bucket : prefix}`}
            entries={entries}
            order={order}
            selection={selection}
            onSelect={setSelection}
            hrefOf={({ key }) => placeHref(bucket, key)}
            actionsOf={actionsOf}
            onAct={onAct}
            sort={listing.sort}
            onSort={listing.setSort}
            drag={drag}
            onEnd={listing.loadMore}
            foot={
              listing.loadingMore && (
                <p className={gridStyles.foot}>
                  <Spinner /> {countOf(entries.length, "item")}, loading more…
                </p>
              )
            }
          />
        </Content>
        <p className={styles.count} role="status">
          {listing.entries &&
            entries.length > 0 &&
            `${countOf(entries.length, "item")}${listing.hasMore ? " loaded. Scroll for more." : ""}`}
        </p>
      </div>
      {moving && (
        <MoveDialog
          bucket={bucket}
          from={prefix}
          keys={moving}
          onClose={() => setMoving(undefined)}
          onMove={(to) => {
            setMoving(undefined);
            void acts.moveInto(moving, to);
          }}
        />
      )}
      {sharing?.kind === "file" && (
        <ShareDialog bucket={bucket} fileKey={sharing.key} onClose={() => setSharing(undefined)} />
      )}
    </DropZone>
  );
};

/** Above this number of rows, live updates don't reload the list. */
const followedMax = 3000;
/** Maximum number of items in one archive. */
const downloadMax = 1000;

interface ContentProps extends ObjectsTabProps {
  readonly listing: ReturnType<typeof useListing>;
  readonly mayEdit: boolean;
  readonly children: React.ReactNode;
}

/** The rows, or their loading, error or empty state. */
const Content = ({ listing: { entries, error, reload, keyword }, prefix, mayEdit, children }: ContentProps) => {
  if (!entries && error)
    return (
      <div className="fh-table-card">
        <ErrorState message={error.message} onRetry={reload} />
      </div>
    );
  if (!entries)
    return (
      <div className="fh-card" aria-busy="true">
        <Skeleton lines={8} />
      </div>
    );
  return entries.length === 0 ? <EmptyFolder keyword={keyword} isBucket={prefix === ""} mayEdit={mayEdit} /> : children;
};
