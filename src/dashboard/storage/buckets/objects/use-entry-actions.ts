import { useNavigate } from "react-router";
import { downloadFile, downloadMany } from "../../flows/storage/download.ts";
import type { Entry } from "../../flows/storage/entries.ts";
import { cidOf, publicUrl, s3Uri } from "../../flows/storage/links.ts";
import { copyText } from "../../../ui/panels/copy-text.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import type { MenuItem } from "../../../ui/menu/menu.tsx";
import { placeHref } from "../paths.ts";
import type { useFileActs } from "./use-file-acts.ts";

interface EntryActions {
  readonly bucket: string;
  /** Current folder. */
  readonly prefix: string;
  /** The bucket is readable by URL without a key. */
  readonly isOpenByUrl: boolean;
  readonly mayEdit: boolean;
  readonly mayDelete: boolean;
  readonly acts: ReturnType<typeof useFileActs>;
  readonly onMove: (keys: readonly string[]) => void;
  readonly onShare: (entry: Entry) => void;
}

/** Returns the actions of one row. */
export const useEntryActions = ({
  bucket,
  prefix,
  isOpenByUrl,
  mayEdit,
  mayDelete,
  acts,
  onMove,
  onShare,
}: EntryActions): ((entry: Entry) => MenuItem[]) => {
  const navigate = useNavigate();
  return (entry) => [
    {
      label: entry.kind === "file" ? "Open" : "Open folder",
      icon: entry.kind,
      onSelect: () => void navigate(placeHref(bucket, entry.key)),
    },
    ...(entry.kind === "file"
      ? fileItems({ bucket, isOpenByUrl, onShare }, entry)
      : folderItems(bucket, prefix, entry)),
    { label: "Copy S3 URI", icon: "copy", onSelect: () => void copyText(s3Uri(bucket, entry.key)) },
    ...(mayEdit && mayDelete
      ? [
          { label: "Rename", icon: "edit" as const, note: "F2", onSelect: () => void acts.rename(entry) },
          { label: "Move", icon: "arrow-right" as const, onSelect: () => onMove([entry.key]) },
        ]
      : []),
    ...(mayDelete
      ? [{ label: "Delete", icon: "trash" as const, danger: true, onSelect: () => void acts.remove([entry.key]) }]
      : []),
  ];
};

const fileItems = (
  { bucket, isOpenByUrl, onShare }: Pick<EntryActions, "bucket" | "isOpenByUrl" | "onShare">,
  entry: Extract<Entry, { kind: "file" }>,
): MenuItem[] => [
  { label: "Share", icon: "link", onSelect: () => onShare(entry) },
  { label: "Download", icon: "download", onSelect: () => alertOnError(downloadFile(bucket, entry.key, entry.name)) },
  {
    label: "Copy CID",
    icon: "copy",
    onSelect: () => alertOnError(cidOf(bucket, entry.key).then((cid) => copyText(cid))),
  },
  ...(isOpenByUrl
    ? [{ label: "Copy URL", icon: "copy" as const, onSelect: () => void copyText(publicUrl(bucket, entry.key)) }]
    : []),
];

const folderItems = (bucket: string, prefix: string, { key }: Entry): MenuItem[] => [
  {
    label: "Download as ZIP",
    icon: "archive",
    onSelect: () => alertOnError(downloadMany(bucket, prefix, [key], "zip")),
  },
  { label: "Download as CAR", icon: "cube", onSelect: () => alertOnError(downloadMany(bucket, prefix, [key], "car")) },
];

const alertOnError = (work: Promise<unknown>): void =>
  void work.catch((error: unknown) => dialogs.alert({ text: (error as Error).message }));
