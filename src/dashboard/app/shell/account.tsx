import { useSyncExternalStore } from "react";
import type { Team } from "../../../../resources/account/teams.ts";
import { config } from "../../api/config.ts";
import { Icon } from "../../ui/icon.tsx";
import type { IconName } from "../../ui/icons.ts";
import { TeamSwitcher } from "./team-switcher.tsx";

/** Bottom of the drawer: the current team, the user's role, and the configured community links. */
export const Account = ({ team }: { team: Team }) => {
  const { links } = useSyncExternalStore(config.subscribe, config.get);
  const social = socialLinks.filter(([key]) => links[key] !== "");
  return (
    <footer className="fh-account">
      <TeamSwitcher team={team} />
      {social.length > 0 && (
        <div className="fh-account-links">
          {social.map(([key, label, icon]) => (
            <a
              key={key}
              className="fh-icon-button is-small"
              href={links[key]}
              target="_blank"
              rel="noreferrer"
              aria-label={label}
              title={label}
            >
              <Icon name={icon} size={16} />
            </a>
          ))}
        </div>
      )}
    </footer>
  );
};

const socialLinks: readonly (readonly ["feed" | "chat" | "channel" | "blog" | "code", string, IconName])[] = [
  ["feed", "Social feed", "spark"],
  ["chat", "Community chat", "chat"],
  ["channel", "Messaging channel", "phone"],
  ["blog", "Blog", "book"],
  ["code", "Source code", "code"],
];
