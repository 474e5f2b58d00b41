import { useState } from "react";
import { repositoryTree } from "../../../../../../resources/hosting/repositories/code-host.ts";
import { classNames } from "../../../../lib/class-names.ts";
import { useCall } from "../../../../framework/data/use-call.ts";
import { Button, IconButton } from "../../../../ui/button.tsx";
import { Dialog } from "../../../../ui/dialogs/dialog.tsx";
import { ErrorState } from "../../../../ui/states/error-state.tsx";
import { Icon } from "../../../../ui/icon.tsx";
import { Skeleton } from "../../../../ui/states/skeleton.tsx";
import styles from "./repository-folders.module.css";

interface RepositoryFoldersProps {
  readonly repoId: string;
  readonly branch: string;
  readonly value: string;
  readonly onClose: () => void;
  readonly onPicked: (folder: string) => void;
}

interface Tree {
  readonly repoId: string;
  readonly branch: string;
  readonly picked: string;
  readonly onPick: (folder: string) => void;
}

/** Selects a folder from the tree of a branch. */
export const RepositoryFolders = ({ repoId, branch, value, onClose, onPicked }: RepositoryFoldersProps) => {
  const [picked, setPicked] = useState(() => normalize(value));
  const tree: Tree = { repoId, branch, picked, onPick: setPicked };
  return (
    <Dialog
      title="Root directory"
      width={500}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" onClick={() => onPicked(picked)}>
            Select folder
          </Button>
        </>
      }
    >
      <p className="fh-muted">Select the folder in {branch} that contains the site.</p>
      <ul className={styles.tree}>
        <Folder tree={tree} path="" name="./" depth={0} open />
      </ul>
    </Dialog>
  );
};

interface FolderProps {
  readonly tree: Tree;
  readonly path: string;
  readonly name: string;
  readonly depth: number;
  readonly open?: boolean;
}

const Folder = ({ tree, path, name, depth, open = false }: FolderProps) => {
  const [isOpen, setOpen] = useState(open || tree.picked.startsWith(`${path}/`));
  return (
    <li>
      <div
        className={classNames(styles.row, tree.picked === path && styles.picked)}
        style={{ paddingInlineStart: depth * 18 }}
      >
        <IconButton
          icon={isOpen ? "chevron-down" : "chevron"}
          label={isOpen ? `Close ${name}` : `Open ${name}`}
          size="small"
          expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        <label>
          <input
            type="radio"
            name="root-directory"
            className="fh-hidden"
            checked={tree.picked === path}
            onChange={() => tree.onPick(path)}
          />
          <Icon name="folder" size={16} />
          <span>{name}</span>
        </label>
      </div>
      {isOpen && <Below tree={tree} path={path} depth={depth + 1} />}
    </li>
  );
};

const Below = ({ tree, path, depth }: Omit<FolderProps, "name" | "open">) => {
  const { data, error, reload } = useCall(repositoryTree, {
    params: { id: tree.repoId },
    query: { branch: tree.branch, path },
  });
  if (error && !data) return <ErrorState message={error.message} onRetry={reload} />;
  if (!data) return <Skeleton lines={2} />;
  if (data.folders.length === 0 && depth > 1)
    return (
      <p className={styles.none} style={{ paddingInlineStart: depth * 18 + 30 }}>
        No subfolders
      </p>
    );
  return (
    <ul>
      {data.folders.map((name) => (
        <Folder key={name} tree={tree} path={path === "" ? name : `${path}/${name}`} name={name} depth={depth} />
      ))}
    </ul>
  );
};

/** Normalizes a path: "./web/" and "web" are the same folder. */
const normalize = (folder: string): string =>
  folder
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/");
