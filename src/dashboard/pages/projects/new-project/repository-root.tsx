import { useState } from "react";
import { projects } from "../../../../../resources/hosting/projects.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import styles from "./repository-picker.module.css";
import { RepositoryFolders } from "./repository-folders.tsx";

interface RepositoryRootProps {
  /** Undefined before a repository is selected. The folder can then only be entered. */
  readonly repoId: string | undefined;
  readonly branch: string | undefined;
  readonly value: string;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (rootDirectory: string) => void;
}

/** The repository folder that contains the site, entered or selected from the tree. */
export const RepositoryRoot = ({ repoId, branch, value, error, disabled, onChange }: RepositoryRootProps) => {
  const [isOpen, setOpen] = useState(false);
  const { label } = projects.fields.rootDirectory;
  return (
    <div className={styles.root}>
      <TextField
        label={label}
        value={value}
        code
        placeholder="./"
        disabled={disabled}
        {...(error !== undefined && { error })}
        onChange={onChange}
      />
      {repoId !== undefined && branch !== undefined && (
        <Button kind="plain" size="small" icon="folder" disabled={disabled} onClick={() => setOpen(true)}>
          Browse folders
        </Button>
      )}
      {isOpen && repoId !== undefined && branch !== undefined && (
        <RepositoryFolders
          repoId={repoId}
          branch={branch}
          value={value}
          onClose={() => setOpen(false)}
          onPicked={(folder) => {
            setOpen(false);
            onChange(folder);
          }}
        />
      )}
    </div>
  );
};
