import { useEffect, useState } from "react";
import { uploadFiles, uploadFolder } from "../../../flows/object-upload/begin.ts";
import { showDockIfLeft } from "../../../flows/object-upload/dock.ts";
import type { Place } from "../../../flows/object-upload/machine.ts";
import { RateNote } from "../../../framework/cost/cost-note.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Menu } from "../../../ui/menu.tsx";

/** Uploads files or a folder into the current folder. */
export const UploadMenu = (place: Place) => {
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
