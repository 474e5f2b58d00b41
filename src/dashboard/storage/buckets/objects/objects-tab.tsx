import { lazy, Suspense, useEffect, useRef, useState, type DragEvent, type ReactNode } from "react";
import { useNavigate } from "react-router";
import type { DownloadFormat } from "../../../../../resources/storage/bucket-calls.ts";
import { buckets } from "../../../../../resources/storage/buckets.ts";
import { uploadFiles, uploadFolder, uploadTransfer } from "../../flows/object-upload/begin.ts";
import { showDockIfLeft } from "../../flows/object-upload/dock.ts";
import { downloadMany } from "../../flows/storage/download.ts";
import type { Entry } from "../../flows/storage/entries.ts";
import { endpointUrl } from "../../flows/storage/links.ts";
import { RateNote } from "../../../framework/cost/cost-note.tsx";
import { useLive } from "../../../framework/data/use-live.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { classNames } from "../../../lib/class-names.ts";
import { countOf } from "../../../lib/format/count.ts";
import { pagedList } from "../../../lib/paged-list.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { CopyText } from "../../../ui/panels/copy-text.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { Empty } from "../../../ui/states/empty.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Menu } from "../../../ui/menu/menu.tsx";
import { Switch } from "../../../ui/fields/text-field.tsx";
import { SearchField } from "../../../ui/fields/search-field.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { SelectionBar } from "../../../ui/table/selection-bar.tsx";
import { Spinner } from "../../../ui/states/spinner.tsx";
import { usePastedFiles } from "../../../ui/upload/use-pasted-files.ts";
import { parentOf, placeHref } from "../paths.ts";
import { nothingSelected, selectAll } from "../selection.ts";
import { useBucketRow } from "../use-bucket-row.ts";
import gridStyles from "./object-grid.module.css";
import { ObjectGrid } from "./object-grid.tsx";
import styles from "./objects-tab.module.css";
import { PathBar } from "./path-bar.tsx";
import { useEntryActions } from "./use-entry-actions.ts";
import { useFileActs } from "./use-file-acts.ts";
import { useListing } from "./use-listing.ts";
import { useRowDrag } from "./use-row-drag.ts";
import { useSelection } from "./use-selection.ts";

const DeletedFiles = lazy(async () => ({ default: (await import("../versions/deleted-files.tsx")).DeletedFiles }));
const MoveDialog = lazy(async () => ({ default: (await import("./move-dialog.tsx")).MoveDialog }));
const ShareDialog = lazy(() => import("../share/share-dialog.tsx"));

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
  const row = useBucketRow(bucket);
  const [isShowingDeleted, setShowingDeleted] = useState(false);
  const actionsOf = useEntryActions({
    bucket,
    prefix,
    isOpenByUrl: row?.public === true,
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

  const isEmpty = listing.entries?.length === 0 && listing.keyword === "";

  return (
    <DropZone bucket={bucket} prefix={prefix} enabled={mayEdit}>
      <div className="fh-stack">
        <div className={styles.bar}>
          {prefix !== "" && (
            <PathBar
              bucket={bucket}
              prefix={prefix}
              onDrop={mayEdit && mayDelete ? (keys, to) => void acts.moveInto(keys, to) : undefined}
            />
          )}
          <div className={styles.tools}>
            {!isEmpty && <SearchField label="Search files" value={listing.keyword} onChange={listing.search} />}
            <IconButton icon="refresh" label="Refresh" onClick={listing.reload} />
            {row?.versioning && (
              <Switch label="Show deleted files" checked={isShowingDeleted} onChange={setShowingDeleted} />
            )}
            {mayEdit && (
              <>
                <Button icon="folder" onClick={() => void acts.addFolder(prefix)}>
                  Create folder
                </Button>
                <UploadMenu bucket={bucket} prefix={prefix} />
              </>
            )}
          </div>
        </div>
        <div>
          <Content listing={listing} bucket={bucket} prefix={prefix} mayEdit={mayEdit}>
            <ObjectGrid
              bucket={bucket}
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
          {chosen.length > 0 && (
            <SelectionActions
              count={chosen.length}
              mayEdit={mayEdit && mayDelete}
              mayDelete={mayDelete}
              onDownload={chosen.length <= downloadMax ? download : undefined}
              onMove={() => setMoving(chosen)}
              onDelete={() => void remove()}
              onClear={() => setSelection(nothingSelected)}
            />
          )}
        </div>
        {isShowingDeleted && (
          <Suspense fallback={<Skeleton lines={3} />}>
            <DeletedFiles bucket={bucket} prefix={prefix} />
          </Suspense>
        )}
        <p className={styles.count} role="status">
          {listing.entries &&
            entries.length > 0 &&
            `${countOf(entries.length, "item")}${listing.hasMore ? " loaded. Scroll for more." : ""}`}
        </p>
      </div>
      {moving && (
        <Suspense>
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
        </Suspense>
      )}
      {sharing?.kind === "file" && (
        <Suspense>
          <ShareDialog bucket={bucket} fileKey={sharing.key} onClose={() => setSharing(undefined)} />
        </Suspense>
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
  readonly children: ReactNode;
}

/** The rows, or their loading, error or empty state. */
const Content = ({ listing: { entries, error, reload, keyword }, prefix, mayEdit, children }: ContentProps) => {
  if (!entries)
    return error ? (
      <div className="fh-table-card">
        <ErrorState message={error.message} onRetry={reload} />
      </div>
    ) : (
      <div className="fh-card" aria-busy="true">
        <Skeleton lines={8} />
      </div>
    );
  if (entries.length > 0) return children;
  const kind = prefix === "" ? "bucket" : "folder";
  return (
    <div className="fh-table-card">
      {keyword.trim() === "" ? (
        <Empty
          icon={kind}
          title={`Empty ${kind}`}
          text={mayEdit && "Drop or paste files and folders, select Upload, or use any S3 client with this endpoint:"}
          action={mayEdit && <CopyText text={endpointUrl()} label="endpoint" />}
        />
      ) : (
        <Empty
          icon="search"
          title="No results"
          text="No file names match in this folder or its subfolders. Try another search."
        />
      )}
    </div>
  );
};

/** Uploads files or a folder into the current folder. */
const UploadMenu = (place: ObjectsTabProps) => {
  const [opened, setOpened] = useState(false);
  useEffect(() => void showDockIfLeft(), []);
  return (
    <Menu
      label="Upload"
      className="fh-button is-primary"
      header={opened && <RateNote resource="IPFS_STORAGE" />}
      onOpen={() => setOpened(true)}
      groups={[
        [
          { label: "Upload files", icon: "file", onSelect: () => void uploadFiles(place) },
          { label: "Upload folder", icon: "folder", onSelect: () => void uploadFolder(place) },
        ],
      ]}
    >
      <Icon name="upload" size={16} />
      Upload
    </Menu>
  );
};

interface SelectionActionsProps {
  readonly count: number;
  readonly mayEdit: boolean;
  readonly mayDelete: boolean;
  readonly onDownload: ((format: "zip" | "car") => void) | undefined;
  readonly onMove: () => void;
  readonly onDelete: () => void;
  readonly onClear: () => void;
}

/** Actions for all selected items. */
const SelectionActions = ({
  count,
  mayEdit,
  mayDelete,
  onDownload,
  onMove,
  onDelete,
  onClear,
}: SelectionActionsProps) => (
  <SelectionBar text={countOf(count, "selected", "selected")} onClear={onClear}>
    {onDownload && (
      <Menu
        label="Download"
        className="fh-button is-secondary is-small"
        groups={[
          [
            { label: "Download as ZIP", icon: "archive", onSelect: () => onDownload("zip") },
            { label: "Download as CAR", icon: "cube", onSelect: () => onDownload("car") },
          ],
        ]}
      >
        <Icon name="download" size={16} />
        Download
      </Menu>
    )}
    {mayEdit && (
      <Button size="small" icon="arrow-right" onClick={onMove}>
        Move
      </Button>
    )}
    {mayDelete && (
      <Button size="small" icon="trash" kind="danger" onClick={onDelete}>
        Delete
      </Button>
    )}
  </SelectionBar>
);

interface DropZoneProps extends ObjectsTabProps {
  readonly enabled: boolean;
  readonly children: ReactNode;
}

/** Uploads dropped or pasted files into the current folder. Disabled without edit access. */
const DropZone = ({ bucket, prefix, enabled, children }: DropZoneProps) => {
  const [over, setOver] = useState(false);
  const zone = useRef<HTMLDivElement>(null);
  const upload = (transfer: DataTransfer) => void uploadTransfer({ bucket, prefix }, transfer);
  usePastedFiles(zone, !enabled, upload);
  if (!enabled) return children;
  const onDrag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    <div
      ref={zone}
      className={classNames(styles.drop, over && styles.over)}
      data-drop="Drop to upload into this folder"
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={(event) => event.currentTarget.contains(event.relatedTarget as Node) || setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        upload(event.dataTransfer);
      }}
    >
      {children}
    </div>
  );
};
