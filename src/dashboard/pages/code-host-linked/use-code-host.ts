import { useEffect } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { codeHostAccount, linkCodeHost, unlinkCodeHost } from "../../../../resources/hosting/code-host.ts";
import { namespaces } from "../../../../resources/hosting/repositories.ts";
import { freshly } from "../../flows/session/freshly.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { callKey, useCall } from "../../framework/data/use-call.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";

const unlinkText =
  "Freehold loses access to your GitHub account. Projects from its repositories stay online but no longer deploy. " +
  "To revoke the app on GitHub, go to Settings, then Applications.";

/** Has what was known of the account asked for again, once it was linked or unlinked. */
export const useForgetCodeHost = (): (() => Promise<void>) => {
  const client = useQueryClient();
  return async () => {
    for (const call of [codeHostAccount, namespaces]) await client.invalidateQueries({ queryKey: callKey(call) });
  };
};

/** The person's GitHub account: whether it can be linked and is, and the two ways between. */
export const useCodeHost = (onUnlinked: () => void = () => undefined) => {
  const account = useCall(codeHostAccount);
  const askAgain = useForgetCodeHost();
  const { reload } = account;
  // The way to GitHub and back is a new page load, in which what is kept may just still count as fresh.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(reload, []);
  const { act: link, acting: connecting } = useAct(linkCodeHost, {
    by: freshly,
    onDone: ({ url }) => location.assign(url),
  });
  const { act: forget } = useAct(unlinkCodeHost, {
    done: "GitHub unlinked",
    onDone: () => {
      void askAgain();
      onUnlinked();
    },
  });
  const unlink = async () => {
    if (await dialogs.confirm({ title: "Unlink GitHub", text: unlinkText, ok: "Unlink", danger: true })) await forget();
  };
  return {
    account: account.data,
    /** Whether there is an app and an account is not known yet. */
    unknown: !account.data && !account.error,
    connecting,
    connect: (returnTo: string) => void link({ body: { returnTo } }),
    unlink: () => void unlink(),
  };
};
