import { useState } from "react";
import { LogPanel } from "../../../src/dashboard/ui/log/log-panel.tsx";
import { LogView, type LogRow } from "../../../src/dashboard/ui/log/log-view.tsx";
import { longText, type GalleryEntry } from "../entry.ts";

const lines = [
  "$ npm run build",
  "\u001B[32m✓\u001B[0m 123 modules transformed",
  "\u001B[31mwarning\u001B[0m old",
  longText,
];
const rows: readonly LogRow[] = Array.from({ length: 2000 }, (_, index) => ({
  seq: index + 1,
  timestamp: 1_790_000_000 + index,
  content: lines[index % lines.length]!,
}));

const Log = ({ shown }: { readonly shown: readonly LogRow[] }) => {
  const [following, setFollowing] = useState(false);
  return (
    <div style={{ display: "grid", height: 240 }}>
      <LogView label="Log" rows={shown} query="build" following={following} onFollowingChange={setFollowing} />
    </div>
  );
};

const Panel = ({ shown }: { readonly shown: readonly LogRow[] }) => {
  const [following, setFollowing] = useState(false);
  return (
    <LogPanel
      title="Panel"
      label="Lines"
      fileName="log"
      rows={shown}
      following={following}
      onFollowingChange={setFollowing}
      empty="The log is empty."
    />
  );
};

export const logs: GalleryEntry = {
  id: "logs",
  title: "Log",
  states: [
    { title: "2,000 lines", content: <Log shown={rows} /> },
    { title: "Empty", content: <Log shown={[]} /> },
    { title: "In a panel, with a search and a button to the end", content: <Panel shown={rows} /> },
    { title: "Empty panel", content: <Panel shown={[]} /> },
  ],
};
