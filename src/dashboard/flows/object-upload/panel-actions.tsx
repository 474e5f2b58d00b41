import { Icon } from "../../ui/icon.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { Menu, type MenuItem } from "../../ui/menu.tsx";
import { countOf } from "../../lib/format/count.ts";
import { IconButton } from "../../ui/button.tsx";
import { selectAgain } from "./begin.ts";
import { browserQueue } from "./browser-queue.ts";
import { requestRead } from "./file-source.ts";
import { isUnfinished, type QueuedFile, type QueuedState } from "./queued-file.ts";
import type { Command, Summary } from "./machine.ts";

interface PanelActionsProps {
  readonly files: readonly QueuedFile[];
  readonly summary: Summary;
}

/** Actions for all files of the queue. */
export const PanelActions = ({ files, summary }: PanelActionsProps) => {
  const queue = browserQueue();
  const all = files.map(({ id }) => id);
  const order = (command: Command) => () => void queue.order(command, all);
  const has = (state: QueuedState) => files.some((file) => file.state === state);
  const unfinished = files.filter(isUnfinished);
  const removeAll = async () => {
    const text = `${countOf(unfinished.length, "file")} not yet uploaded will be removed. Uploaded files stay in the bucket.`;
    if (await dialogs.confirm({ title: "Remove all from the queue", text, ok: "Remove all", danger: true }))
      await queue.remove(all);
  };
  const items: MenuItem[] = [
    ...(has("failed") ? [{ label: "Retry failed uploads", icon: "refresh", onSelect: order("retry") } as const] : []),
    ...(has("taken")
      ? [{ label: "Replace all existing files", icon: "copy", onSelect: order("replace") } as const]
      : []),
    ...(has("allow")
      ? [{ label: "Allow reading all files", icon: "eye", onSelect: () => void allowAll(files) } as const]
      : []),
    ...(has("choose")
      ? [{ label: "Choose files again", icon: "file", onSelect: () => void selectAgain() } as const]
      : []),
    { label: "Remove all", icon: "trash", danger: true, onSelect: () => void removeAll() },
  ];
  return (
    <span>
      {summary.active > 0 && <IconButton icon="pause" size="small" label="Pause all" onClick={order("pause")} />}
      {summary.paused > 0 && <IconButton icon="play" size="small" label="Resume all" onClick={order("resume")} />}
      <Menu label="Actions for all uploads" groups={[items]} className="fh-icon-button is-small">
        <Icon name="more" size={16} />
      </Menu>
    </span>
  );
};

/** Requests permission once per folder and per single file. */
const allowAll = async (files: readonly QueuedFile[]): Promise<void> => {
  const requested: FileSystemHandle[] = [];
  for (const file of files.filter(({ state }) => state === "allow")) {
    const handle = file.root ?? file.handle;
    if (!handle) continue;
    let isKnown = false;
    for (const one of requested) isKnown ||= await one.isSameEntry(handle);
    if (isKnown) continue;
    requested.push(handle);
    if (!(await requestRead(file))) break;
  }
  await browserQueue().allowed(files.map(({ id }) => id));
};
