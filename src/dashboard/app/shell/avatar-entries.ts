/** The entries of the avatar menu that lead somewhere, and the question that a team member is asked first. */
import type { Team } from "../../../../resources/account/teams.ts";
import type { Page } from "../../../../resources/define.ts";
import type { RuntimeConfig } from "../../../../resources/runtime-config.ts";
import type { IconName } from "../../ui/icons.ts";
import type { MenuItem } from "../../ui/menu.tsx";
import { iconNamed } from "../../ui/icon.tsx";

export interface AvatarEntry {
  readonly label: string;
  readonly icon: IconName;
  /** A path of the dashboard, or an absolute address. */
  readonly to: string;
  /** What it shows belongs to the owner account. Entries that need no login are open as they are. */
  readonly login: boolean;
}

/** Pages that are declared with `avatar`, and what the configuration links to. */
export const avatarEntries = (
  pages: readonly Page[],
  exists: (file: string) => boolean,
  links: Pick<RuntimeConfig["links"], "feedback">,
): AvatarEntry[] => [
  ...pages.flatMap(({ name, title, path, avatar, login }) =>
    avatar && exists(`${name}/page`)
      ? [{ label: avatar.label ?? title, icon: iconNamed(avatar.icon), to: path, login: login !== false }]
      : [],
  ),
  ...(links.feedback ? [{ label: "Feedback", icon: "chat" as const, to: links.feedback, login: false }] : []),
];

/** As menu items: a team member is asked before an entry that needs login; `ask` leads on from there. */
export const avatarItems = (
  entries: readonly AvatarEntry[],
  team: Pick<Team, "type"> | undefined,
  ask: (to: string) => void,
): MenuItem[] =>
  entries.map(({ label, icon, to, login }) =>
    login && team?.type === "COLLABORATION" ? { label, icon, onSelect: () => ask(to) } : { label, icon, to },
  );
