import { useSearchParams } from "react-router";
import { Empty } from "../../../ui/empty.tsx";
import type { Deployment } from "../build/facts.tsx";
import { FileView } from "./file-view.tsx";
import { FolderView } from "./folder-view.tsx";
import { PathBar } from "./path-bar.tsx";

/** Browses the published files. The current folder is in the URL. */
export const Files = ({ deployment: { taskId, cid } }: { readonly deployment: Deployment }) => {
  const [query] = useSearchParams();
  const folder = query.get("folder") ?? "";
  const file = query.get("file");
  if (!cid)
    return (
      <div className="fh-card">
        <Empty icon="folder" title="No files" text="This deployment published no files." />
      </div>
    );
  return (
    <div className="fh-stack">
      <PathBar path={file ?? folder} isFile={file !== null} />
      {file === null ? <FolderView taskId={taskId} folder={folder} /> : <FileView taskId={taskId} path={file} />}
    </div>
  );
};
