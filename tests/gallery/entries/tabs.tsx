import { Tabs, type Tab } from "../../../src/dashboard/ui/page/tabs.tsx";
import { longText, type GalleryEntry } from "../entry.ts";

const settings: readonly Tab[] = [
  { label: "General", content: <p>Settings for every project.</p> },
  { label: "Environment variables", content: <p>Found at ?sub=environment_variables.</p>, badge: 12 },
  { label: "Advanced", content: <p>{longText}</p> },
];
const many: readonly Tab[] = Array.from({ length: 9 }, (_, index) => ({
  label: `Chapter ${index + 1}`,
  content: <p>The content of chapter {index + 1}.</p>,
}));

export const tabs: GalleryEntry = {
  id: "tabs",
  title: "Tabs in the URL",
  states: [
    { title: "Tabs, more than fit", content: <Tabs label="Chapters" tabs={many} /> },
    { title: "Settings: accordion on phones", content: <Tabs label="Settings" tabs={settings} param="sub" side /> },
  ],
};
