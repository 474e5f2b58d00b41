import { useEffect } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { codeHostAccount, linkCodeHost, unlinkCodeHost } from "../../../../resources/hosting/repositories/code-host.ts";
import { namespaces } from "../../../../resources/hosting/repositories/repositories.ts";
import { withFreshSignature } from "../../account/flows/session/with-fresh-signature.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { callKey, useCall } from "../../framework/data/use-call.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";

const unlinkText =
  "Freehold loses access to your GitHub account. Projects from its repositories stay online but no longer deploy. " +
  "To revoke the app on GitHub, go to Settings, then Applications.";

/** Returns a function that reloads the GitHub account and its repositories. */
export const useReloadCodeHost = (): (() => Promise<void>) => {
  const client = useQueryClient();
  return async () => {
    for (const call of [codeHostAccount, namespaces]) await client.invalidateQueries({ queryKey: callKey(call) });
  };
};

/** The user's GitHub account, with link and unlink. */
export const useCodeHost = (onUnlinked: () => void = () => undefined) => {
  const account = useCall(codeHostAccount);
  const reloadCodeHost = useReloadCodeHost();
  const { reload } = account;
  // After the redirect from GitHub, the cached account may be outdated but still count as fresh.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(reload, []);
  const { act: link, acting: connecting } = useAct(linkCodeHost, {
    by: withFreshSignature,
    onDone: ({ url }) => location.assign(url),
  });
  const { act: unlinkAccount } = useAct(unlinkCodeHost, {
    done: "GitHub unlinked",
    onDone: () => {
      void reloadCodeHost();
      onUnlinked();
    },
  });
  const unlink = async () => {
    if (await dialogs.confirm({ title: "Unlink GitHub?", text: unlinkText, ok: "Unlink GitHub", danger: true }))
      await unlinkAccount();
  };
  return {
    account: account.data,
    /** True while loading. */
    isLoading: !account.data && !account.error,
    connecting,
    connect: (returnTo: string) => void link({ body: { returnTo } }),
    unlink: () => void unlink(),
  };
};
