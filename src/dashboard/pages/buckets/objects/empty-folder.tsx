import { endpointUrl } from "../../../flows/storage/links.ts";
import { CopyText } from "../../../ui/copy-text.tsx";
import { Empty } from "../../../ui/empty.tsx";

interface EmptyFolderProps {
  readonly keyword: string;
  readonly isBucket: boolean;
  readonly mayEdit: boolean;
}

/** Nothing was found, or nothing is there yet. */
export const EmptyFolder = ({ keyword, isBucket, mayEdit }: EmptyFolderProps) => (
  <div className="fh-table-card">
    {keyword.trim() === "" ? (
      <Empty
        icon={isBucket ? "bucket" : "folder"}
        title={isBucket ? "An empty bucket" : "An empty folder"}
        text={
          mayEdit &&
          "Drop or paste files and folders here, press Upload, or send them with any S3 client; this is the endpoint:"
        }
        action={mayEdit && <CopyText text={endpointUrl()} label="endpoint" />}
      />
    ) : (
      <Empty
        icon="search"
        title="Nothing matches"
        text="Names of files here and in the folders below were searched. Try another word."
      />
    )}
  </div>
);
