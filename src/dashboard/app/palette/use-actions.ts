import { useLogout } from "@refinedev/core";
import { pageHref } from "../../../../resources/declare/href.ts";
import { billing } from "../../../../resources/pages.ts";
import { openFeedback } from "../../account/flows/feedback/open-feedback.ts";
import { config } from "../../api/config.ts";
import { createPlace, type Place } from "../../framework/derive/palette.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { shortenName } from "../../lib/format/shorten.ts";
import { copyText } from "../../ui/panels/copy-text.tsx";
import type { IconName } from "../../ui/icons.ts";
import { listPath } from "../registry.ts";
import { useRoute } from "../routes/use-route.ts";
import { switchTeam } from "../session/switch-team.ts";
import { useSession } from "../session/use-session.ts";
import { chooseTheme, themes } from "../shell/theme-choice.ts";

/** Returns the palette's actions that no declaration implies. */
export const useActions = (): Place[] => {
  const { mutate: disconnect } = useLogout();
  const allows = useAllows();
  const { team, teams, user } = useSession();
  const { devWallet } = config.get().features;
  const address = user?.wallet?.address;
  const { handle, params } = useRoute();
  const projectId = handle?.kind === "resource" && handle.resource === "projects" ? params["id"] : undefined;
  return [
    ...(allows("create", "members")
      ? [createPlace("members", listPath("members"), "Invite member", "Team", ["members", "invitation"])]
      : []),
    ...(allows("create", "deposits")
      ? [{ ...action("Redeem voucher", "gift", "code gift billing", "Billing"), to: pageHref(billing) }]
      : []),
    ...themes.map(([choice, label, icon]) => ({
      ...action(`${label} theme`, icon, "mode appearance colors"),
      run: () => chooseTheme(choice),
    })),
    ...teams
      .filter(({ teamId }) => teamId !== team?.teamId)
      .map(({ teamId, teamName }) => ({
        ...action(`Switch to ${shortenName(teamName)}`, "users", `team account ${teamName}`, "Team"),
        id: `team ${teamId}`,
        run: () => switchTeam(teamId),
      })),
    ...(team
      ? [{ ...action("Copy team ID", "copy", "id identifier", "Team"), run: () => void copyText(team.teamId) }]
      : []),
    ...(projectId
      ? [{ ...action("Copy project ID", "copy", "id identifier", "Hosting"), run: () => void copyText(projectId) }]
      : []),
    ...(address ? [{ ...action("Copy address", "copy", "wallet", "Account"), run: () => void copyText(address) }] : []),
    ...(address && devWallet
      ? [
          {
            ...action("Get test coins", "download", "faucet devnet", "Development"),
            run: () => void import("./get-test-coins.ts").then(({ getTestCoins }) => getTestCoins(address)),
          },
        ]
      : []),
    { ...action("Send feedback", "chat", "report bug idea help", "Help"), run: () => void openFeedback() },
    { ...action("Disconnect", "logout", "sign out log out", "Account"), run: () => disconnect() },
  ];
};

const action = (label: string, icon: IconName, words: string, group = "") => ({
  id: label,
  kind: "action" as const,
  label,
  icon,
  group,
  words: `${group} ${words}`,
});
