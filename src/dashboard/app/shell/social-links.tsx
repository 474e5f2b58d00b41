import type { RuntimeConfig } from "../../../../resources/runtime-config.ts";
import { Icon } from "../../ui/icon.tsx";
import type { IconName } from "../../ui/icons.ts";

/** Links to the configured community pages. */
const SocialLinks = ({ links }: Pick<RuntimeConfig, "links">) => (
  <div className="fh-account-links">
    {pages
      .filter(([key]) => links[key] !== "")
      .map(([key, label, icon]) => (
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
);

export default SocialLinks;

const pages: readonly (readonly ["feed" | "chat" | "channel" | "blog" | "code", string, IconName])[] = [
  ["feed", "Social feed", "spark"],
  ["chat", "Community chat", "chat"],
  ["channel", "Messaging channel", "phone"],
  ["blog", "Blog", "book"],
  ["code", "Source code", "code"],
];
