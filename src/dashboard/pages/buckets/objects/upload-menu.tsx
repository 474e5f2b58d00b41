import { useEffect, useState } from "react";
import { uploadFiles, uploadFolder } from "../../../flows/object-upload/begin.ts";
import { showDockIfLeft } from "../../../flows/object-upload/dock.ts";
import type { Place } from "../../../flows/object-upload/machine.ts";
import { RateNote } from "../../../framework/cost/cost-note.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Menu } from "../../../ui/menu.tsx";

/** Chooses what is sent into the folder shown. */
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
