import { useCallback, useEffect, useState } from "react";
import { launchMiniApp } from "../../../../resources/devnet/emulator.ts";
import { boost } from "../../../../resources/boost/pages.ts";
import { useSend } from "../../framework/data/call-context.ts";
import type { Setup } from "./setup.ts";
import { themes } from "./themes.ts";

export interface Launch {
  /** URL of the frame, with the launch parameters of the messaging app. */
  readonly src: string | undefined;
  readonly botName: string;
  readonly problem: string;
  /** Reopens the app at its first page, or at the URL of a bot button. */
  readonly open: (address?: string) => void;
}

/** Reopens the app when the user or platform changes. A theme change is sent to the running app instead. */
export const useLaunch = (setup: Setup): Launch => {
  const send = useSend();
  const { id, first_name, username } = setup.user;
  const { start, platform, version, theme } = setup;
  const [opened, setOpened] = useState<{ readonly address: string; readonly turn: number }>({ address: "", turn: 0 });
  const [launch, setLaunch] = useState<Omit<Launch, "open">>({ src: undefined, botName: "", problem: "" });
  useEffect(() => {
    let isCurrent = true;
    const user = { id, first_name, ...(username !== undefined && { username }) };
    // The URL of a bot button contains the start parameter.
    const startParam = opened.address === "" ? start : "";
    const launchApp = async (): Promise<void> => {
      const { initData, botName } = await send(launchMiniApp, { body: { user, startParam } });
      if (!isCurrent) return;
      const params = new URLSearchParams({
        tgWebAppData: initData,
        tgWebAppVersion: version,
        tgWebAppPlatform: platform,
        tgWebAppThemeParams: JSON.stringify(themes[theme]),
        ...(startParam !== "" && { tgWebAppStartParam: startParam }),
      });
      setLaunch({ src: `${opened.address || boost.path}#${params}`, botName, problem: "" });
    };
    setLaunch((before) => ({ ...before, src: undefined }));
    launchApp().catch((error: unknown) => {
      if (isCurrent) setLaunch({ src: undefined, botName: "", problem: (error as Error).message });
    });
    return () => {
      isCurrent = false;
    };
    // Uses the theme at launch. Later changes are sent as events.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [send, id, first_name, username, start, platform, version, opened]);
  const open = useCallback(
    (address = "") => setOpened(({ turn }) => ({ address: pathOf(address), turn: turn + 1 })),
    [],
  );
  return { ...launch, open };
};

/** Returns path and query, so that only pages of this server open. */
const pathOf = (address: string): string => {
  if (address === "") return "";
  const { pathname, search } = new URL(address, location.origin);
  return pathname + search;
};
