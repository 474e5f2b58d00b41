import { useSyncExternalStore } from "react";
import { messages } from "../../../../resources/messages.ts";
import { joined, takeJoined } from "../../flows/notices/joined.ts";
import { IconButton } from "../../ui/button.tsx";

/** After joining a team: points to the team switcher, until closed or until the switcher is opened. */
export const SwitchTip = () => {
  const shown = useSyncExternalStore(joined.subscribe, joined.get);
  return (
    <div role="status">
      {shown && (
        <div className="fh-switch-tip">
          <p>{messages.switchTip}</p>
          <IconButton icon="close" label="Close tip" size="small" onClick={() => takeJoined()} />
        </div>
      )}
    </div>
  );
};
