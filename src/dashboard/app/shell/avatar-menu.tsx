import { useSyncExternalStore } from "react";
import { messages } from "../../../../resources/messages.ts";
import { config } from "../../api/config.ts";
import { openFeedback } from "../../flows/feedback/open-feedback.ts";
import { shortenAddress, shortenName } from "../../lib/format/shorten.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { copyText } from "../../ui/copy-text.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { Menu, type MenuItem } from "../../ui/menu.tsx";
import { declared, exists } from "../registry.ts";
import { disconnect } from "../session/disconnect.ts";
import { onChain } from "../session/on-chain.ts";
import { switchToOwner } from "../session/switch-team.ts";
import { useSession } from "../session/use-session.ts";
import { avatarEntries, avatarItems } from "./avatar-entries.ts";

/** Shows the signed-in user and the sign-out item. */
export const AvatarMenu = () => {
  const { user, team } = useSession();
  const { links } = useSyncExternalStore(config.subscribe, config.get);
  const activated = useSyncExternalStore(onChain.subscribe, onChain.get);
  const address = user?.wallet?.address;
  const personal: MenuItem[] = [
    ...(activated === false ? [activation] : []),
    ...(address ? [{ label: "Copy address", icon: "copy" as const, onSelect: () => void copyText(address) }] : []),
    ...avatarItems(avatarEntries(declared.pages, exists, links), team, (to) => void askToSwitch(to)),
    // Where feedback is hosted elsewhere, it is one of the links.
    ...(links.feedback ? [] : [{ label: "Feedback", icon: "chat" as const, onSelect: () => void openFeedback() }]),
  ];
  const leave: MenuItem = { label: "Disconnect", icon: "logout", onSelect: () => void disconnect() };
  return (
    <Menu
      label="Account"
      className="fh-avatar-button"
      groups={[personal, [leave]]}
      header={
        user && (
          <>
            <strong>{shortenName(user.username)}</strong>
            {address && <div className="fh-muted fh-mono">{shortenAddress(address)}</div>}
          </>
        )
      }
    >
      <Avatar seed={user?.uid ?? ""} image={user?.avatar} size={28} />
    </Menu>
  );
};

const activation: MenuItem = {
  label: "Activate account",
  icon: "shield",
  onSelect: () => void import("../session/welcome.ts").then(({ activate }) => activate()),
};

/** Asks before switching to the owner account, then resets the selected team and opens the entry. */
const askToSwitch = async (to: string): Promise<void> => {
  if (await dialogs.confirm({ text: messages.switchToOwner, ok: "Switch" })) switchToOwner(to);
};
