import { bind, unbind } from "../../../../../resources/account/bind.ts";
import { browserSecret } from "../../flows/bind-account/browser-secret.ts";
import { refreshSession, useUser } from "../../flows/account/account.ts";
import { useRuntimeConfig } from "../../../hosting/flows/use-runtime-config.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { Icon } from "../../../ui/icon.tsx";

const unlinkText =
  "You can no longer sign in with GitHub. Projects from its repositories stay online but stop deploying. " +
  "To revoke the app on GitHub, open Settings, Applications.";

/** The linked GitHub account, which can also sign the user in. */
export const GitHubCard = () => {
  const user = useUser();
  const { features } = useRuntimeConfig();
  const link = useAct(bind, { onDone: ({ applyR }) => location.assign(applyR) });
  const unlink = useAct(unbind, { done: "GitHub unlinked", onDone: () => void refreshSession() });
  // GitHub links to a wallet: messaging app accounts must link a wallet first.
  if (!user?.wallet || (!features.gitHub && !user.github)) return null;
  const { address } = user.wallet;

  const askToUnlink = async (): Promise<void> => {
    const question = { title: "Unlink GitHub?", text: unlinkText, ok: "Unlink", danger: true };
    if (await dialogs.confirm(question)) await unlink.act();
  };
  const start = () => link.act({ body: { type: "GITHUB", apply: address, browser: browserSecret() } });

  return (
    <Card
      title="GitHub"
      text="Sign in with GitHub, and deploy from its repositories."
      actions={
        user.github ? (
          <Button busy={unlink.acting} onClick={() => void askToUnlink()}>
            Unlink
          </Button>
        ) : (
          <Button icon="git" busy={link.acting} onClick={() => void start()}>
            Link GitHub
          </Button>
        )
      }
    >
      {user.github ? (
        <p className="fh-row">
          <Icon name="git" size={16} />
          <strong>{user.github.name}</strong>
        </p>
      ) : (
        <p className="fh-muted">No GitHub account linked.</p>
      )}
    </Card>
  );
};
