import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { href } from "../../../../../resources/declare/href.ts";
import { deployments } from "../../../../../resources/hosting/deployments.ts";
import type { Platform } from "../../../../../resources/hosting/platforms.ts";
import { uploadFilesMax } from "../../../../../resources/limits.ts";
import { useDeploy } from "../../flows/deploy/use-deploy.ts";
import { UploadProgress } from "../../flows/upload/upload-progress.tsx";
import { useUpload } from "../../flows/upload/use-upload.ts";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { countOf } from "../../../lib/format/count.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import { UploadDrop } from "../../../ui/upload/upload-drop.tsx";
import { sizeOf, type UploadItem } from "../../../ui/upload/upload-item.ts";
import { FilesCost } from "../new-project/deploy-cost.tsx";
import styles from "./project.module.css";

/** Anchor of the upload card. */
export const filesId = "deploy-files";

interface DeployFilesProps {
  readonly projectId: string;
  readonly projName: string;
  readonly platform: Platform;
}

/** Deploys a new version of a project from files. */
export const DeployFiles = ({ projectId, projName, platform }: DeployFilesProps) => {
  const navigate = useNavigate();
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  const upload = useUpload();
  const { state, start, filesChanged } = useDeploy(upload.start, projectId);
  const busy = state.name !== "editing";
  const pick = (picked: readonly UploadItem[]) => {
    setItems(picked);
    filesChanged();
  };
  useEffect(() => {
    if (state.name === "done") {
      void navigate(href(deployments, "show", { projName, id: projectId, taskId: state.taskId }));
    }
  }, [state, navigate, projName, projectId]);
  return (
    <Card title="Deploy new version" text="The live site is unchanged until the deployment completes.">
      <div id={filesId} className={styles.stack}>
        <UploadDrop
          title={items.length === 0 ? "Drop a folder or zip" : countText(items)}
          hint=""
          items={items}
          onChange={pick}
          maxCount={uploadFilesMax}
          folders
          compact
          disabled={busy}
        />
        <UploadProgress state={upload.state} onCancel={upload.cancel} />
        {state.name === "editing" && state.problem && <Banner kind="danger">{state.problem.message}</Banner>}
        {items.length > 0 && <FilesCost items={items} platform={platform} />}
        {items.length > 0 && (
          <div className={styles.foot}>
            <Button disabled={busy} onClick={() => pick([])}>
              Remove all
            </Button>
            <Button kind="primary" icon="rocket" busy={busy} onClick={() => start({ items, body: {} })}>
              Deploy
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
};

const countText = (items: readonly UploadItem[]): string =>
  `${countOf(items.length, "file")}, ${formatBytes(sizeOf(items))}`;
