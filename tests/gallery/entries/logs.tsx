import { useState } from "react";
import { LogPanel } from "../../../src/dashboard/ui/log/log-panel.tsx";
import { LogView, type LogRow } from "../../../src/dashboard/ui/log/log-view.tsx";
import { LogSearch, useSearchInLog } from "../../../src/dashboard/ui/log/search-in-log.tsx";
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

const Panel = () => {
  const [following, setFollowing] = useState(false);
  return (
    <div style={{ height: 240 }}>
      <LogPanel label="Log" rows={rows} following={following} onFollowingChange={setFollowing} />
    </div>
  );
};

const Searched = () => {
  const [following, setFollowing] = useState(false);
  const { box, current, onKeyDown } = useSearchInLog(rows, () => setFollowing(false));
  return (
    <section aria-label="Searched log" style={{ display: "grid", gap: 8 }} onKeyDown={onKeyDown}>
      <LogSearch {...box} />
      <div style={{ height: 240 }}>
        <LogPanel
          label="Lines"
          rows={rows}
          following={following}
          onFollowingChange={setFollowing}
          query={box.word}
          current={current}
        />
      </div>
    </section>
  );
};

export const logs: GalleryEntry = {
  id: "logs",
  title: "Log",
  states: [
    { title: "2,000 lines", content: <Log shown={rows} /> },
    { title: "Empty", content: <Log shown={[]} /> },
    { title: "With a button to the end", content: <Panel /> },
    { title: "With a search", content: <Searched /> },
  ],
};
