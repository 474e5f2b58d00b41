import { endpointUrl } from "../../../flows/storage/links.ts";
import { CopyText } from "../../../ui/copy-text.tsx";
import { Empty } from "../../../ui/empty.tsx";

interface EmptyFolderProps {
  readonly keyword: string;
  readonly isBucket: boolean;
  readonly mayEdit: boolean;
}

/** The empty state of a folder or a search. */
export const EmptyFolder = ({ keyword, isBucket, mayEdit }: EmptyFolderProps) => (
  <div className="fh-table-card">
    {keyword.trim() === "" ? (
      <Empty
        icon={isBucket ? "bucket" : "folder"}
        title={isBucket ? "Empty bucket" : "Empty folder"}
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
