import { useState } from "react";
import { FileButton } from "../../../src/dashboard/ui/fields/file-button.tsx";
import { ImageUploader } from "../../../src/dashboard/ui/upload/image-uploader.tsx";
import { UploadDrop } from "../../../src/dashboard/ui/upload/upload-drop.tsx";
import type { UploadItem } from "../../../src/dashboard/ui/upload/upload-item.ts";
import { UploadList } from "../../../src/dashboard/ui/upload/upload-list.tsx";
import { longText, type GalleryEntry } from "../entry.ts";

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 5"><path fill="#6fcf97" d="M0 0h8v5H0z"/><path fill="#1f6b45" d="M0 5 3 1l2 3 1-1 2 2z"/></svg>`;
const item = (path: string, content = "", type = ""): UploadItem => ({
  path,
  file: new File([content], path, { type }),
});
const files = [item("site/index.html", "<h1>Hello"), item(`site/${longText}.css`, "p{}"), item("site/empty.txt")];
const images = [item("screenshot.svg", svg, "image/svg+xml"), item(`${longText}.png`, "not an image", "image/png")];

const Files = ({ disabled = false }: { readonly disabled?: boolean }) => {
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  return (
    <UploadDrop
      title="Drop a folder or a zip"
      hint={items.length === 0 ? "Up to 5 files." : `${items.length} of 5 files.`}
      items={items}
      onChange={setItems}
      maxCount={5}
      folders
      disabled={disabled}
    />
  );
};

const Images = ({
  initial = [],
  disabled = false,
}: {
  readonly initial?: readonly UploadItem[];
  readonly disabled?: boolean;
}) => {
  const [items, setItems] = useState(initial);
  return <ImageUploader items={items} onChange={setItems} disabled={disabled} />;
};

const List = () => {
  const [items, setItems] = useState<readonly UploadItem[]>(files);
  return <UploadList items={items} onRemove={(removed) => setItems(items.filter((one) => one !== removed))} />;
};

export const upload: GalleryEntry = {
  id: "upload",
  title: "Upload",
  states: [
    { title: "Images, none yet", content: <Images /> },
    { title: "Images, one invalid", content: <Images initial={images} /> },
    { title: "Images, disabled", content: <Images initial={images.slice(0, 1)} disabled /> },
    { title: "Files and folders", content: <Files /> },
    { title: "Disabled", content: <Files disabled /> },
    { title: "Selected files", content: <List /> },
    {
      title: "One file by a button",
      content: (
        <FileButton label="Image" accept="image/png" icon="file" onFile={() => undefined}>
          Choose image
        </FileButton>
      ),
    },
  ],
};
