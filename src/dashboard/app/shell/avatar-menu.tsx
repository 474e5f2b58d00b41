import { useSyncExternalStore } from "react";
import { config } from "../../api/config.ts";
import { shortenAddress, shortenName } from "../../lib/format/shorten.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { copyText } from "../../ui/copy-text.tsx";
import { Menu, type MenuItem } from "../../ui/menu.tsx";
import { disconnect } from "../session/disconnect.ts";
import { useSession } from "../session/use-session.ts";

/** Who is signed in, and the way out. */
export const AvatarMenu = () => {
  const { user } = useSession();
  const { links } = useSyncExternalStore(config.subscribe, config.get);
  const address = user?.wallet.address;
  const personal: MenuItem[] = [
    ...(address ? [{ label: "Copy address", icon: "copy" as const, onSelect: () => void copyText(address) }] : []),
    ...(links.feedback ? [{ label: "Feedback", icon: "chat" as const, to: links.feedback }] : []),
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
