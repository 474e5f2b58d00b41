import { useEffect } from "react";
import { uploadFiles, uploadFolder } from "../../../flows/object-upload/begin.ts";
import { showDockIfLeft } from "../../../flows/object-upload/dock.ts";
import type { Place } from "../../../flows/object-upload/machine.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Menu } from "../../../ui/menu.tsx";

/** Chooses what is sent into the folder shown. */
export const UploadMenu = (place: Place) => {
  useEffect(() => void showDockIfLeft(), []);
  return (
    <Menu
      label="Upload"
      className="fh-button is-primary"
      groups={[
        [
          { label: "Files", icon: "file", onSelect: () => void uploadFiles(place) },
          { label: "Folder", icon: "folder", onSelect: () => void uploadFolder(place) },
        ],
      ]}
    >
      <Icon name="upload" size={16} />
      Upload
    </Menu>
  );
};
