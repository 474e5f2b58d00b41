import { useState } from "react";
import { ImageUploader } from "../../../ui/upload/image-uploader.tsx";
import { UploadDrop } from "../../../ui/upload/upload-drop.tsx";
import type { UploadItem } from "../../../ui/upload/upload-item.ts";
import { UploadList } from "../../../ui/upload/upload-list.tsx";
import { longText, type GalleryEntry } from "../entry.ts";

const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 5"><path fill="#6fcf97" d="M0 0h8v5H0z"/><path fill="#1f6b45" d="M0 5 3 1l2 3 1-1 2 2z"/></svg>`;
const item = (path: string, content = "", type = ""): UploadItem => ({
  path,
  file: new File([content], path, { type }),
});
const files = [item("site/index.html", "<h1>Hello"), item(`site/${longText}.css`, "p{}"), item("site/empty.txt")];
const images = [item("screenshot.svg", picture, "image/svg+xml"), item(`${longText}.png`, "not an image", "image/png")];

const Files = ({ disabled = false }: { readonly disabled?: boolean }) => {
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  return (
    <UploadDrop
      title="Drop a folder or a zip"
      hint={items.length === 0 ? "At most 5 files." : `${items.length} of 5 files.`}
      items={items}
      onChange={setItems}
      maxCount={5}
      folders
      disabled={disabled}
    />
  );
};

const Images = ({
  given = [],
  disabled = false,
}: {
  readonly given?: readonly UploadItem[];
  readonly disabled?: boolean;
}) => {
  const [items, setItems] = useState(given);
  return <ImageUploader items={items} onChange={setItems} disabled={disabled} />;
};

const List = () => {
  const [items, setItems] = useState<readonly UploadItem[]>(files);
  return <UploadList items={items} onRemove={(gone) => setItems(items.filter((one) => one !== gone))} />;
};

export const upload: GalleryEntry = {
  id: "upload",
  title: "Upload",
  states: [
    { title: "Images, none yet", content: <Images /> },
    { title: "Images, one invalid", content: <Images given={images} /> },
    { title: "Images, disabled", content: <Images given={images.slice(0, 1)} disabled /> },
    { title: "Files and folders", content: <Files /> },
    { title: "Disabled", content: <Files disabled /> },
    { title: "Picked files", content: <List /> },
  ],
};
