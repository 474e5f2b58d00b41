/** Links of the avatar menu, and the prompt for team members. */
import type { Team } from "../../../../resources/account/teams/teams.ts";
import type { Page } from "../../../../resources/declare/define.ts";
import type { RuntimeConfig } from "../../../../resources/runtime-config.ts";
import type { IconName } from "../../ui/icons.ts";
import type { MenuItem } from "../../ui/menu/menu.tsx";
import { iconNamed } from "../../ui/icon.tsx";

export interface AvatarEntry {
  readonly label: string;
  readonly icon: IconName;
  /** A path of the dashboard, or an absolute URL. */
  readonly to: string;
  /** Its page belongs to the owner account. Entries that need no login open directly. */
  readonly login: boolean;
}

/** Returns pages declared with `avatar`, and the configured links. */
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

/** Converts entries to menu items: team members are prompted by `ask` before an entry that needs login. */
export const avatarItems = (
  entries: readonly AvatarEntry[],
  team: Pick<Team, "type"> | undefined,
  ask: (to: string) => void,
): MenuItem[] =>
  entries.map(({ label, icon, to, login }) =>
    login && team?.type === "COLLABORATION" ? { label, icon, onSelect: () => ask(to) } : { label, icon, to },
  );
