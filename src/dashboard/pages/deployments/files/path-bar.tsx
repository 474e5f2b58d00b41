import { Link } from "react-router";
import { folderHref } from "./file-href.ts";
import styles from "./files.module.css";

interface PathBarProps {
  /** "" is the root. */
  readonly path: string;
  readonly isFile: boolean;
}

/** Breadcrumbs of the current folder or file. */
export const PathBar = ({ path, isFile }: PathBarProps) => {
  const parts = path.split("/").filter(Boolean);
  const steps = [
    { label: "All files", folder: "" },
    ...parts.map((label, index) => ({ label, folder: parts.slice(0, index + 1).join("/") })),
  ];
  return (
    <nav className={styles.path} aria-label={isFile ? "Folders of this file" : "Folders"}>
      {steps.map(({ label, folder }, index) =>
        index === steps.length - 1 ? (
          <span key={folder} aria-current="location">
            {label}
          </span>
        ) : (
          <Link key={folder} to={folderHref(folder)} replace preventScrollReset>
            {label}
          </Link>
        ),
      )}
    </nav>
  );
};
