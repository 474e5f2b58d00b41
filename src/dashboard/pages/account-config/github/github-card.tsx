import { bind, unbind } from "../../../../../resources/account/bind.ts";
import { browserSecret } from "../../../flows/bind-account/browser-secret.ts";
import { refreshSession } from "../../../flows/account/refresh-session.ts";
import { useUser } from "../../../flows/account/use-user.ts";
import { useCloudConfig } from "../../../flows/deploy/use-cloud-config.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { Icon } from "../../../ui/icon.tsx";

const unlinkText =
  "You can no longer sign in with it, and Freehold forgets its access to your repositories: projects from them stay online but no longer deploy. " +
  "At GitHub itself, the app can be revoked under Settings, Applications.";

/** The account of GitHub by which the person may sign in too. */
export const GitHubCard = () => {
  const user = useUser();
  const { features } = useCloudConfig();
  const link = useAct(bind, { onDone: ({ applyR }) => location.assign(applyR) });
  const unlink = useAct(unbind, { done: "GitHub is no longer linked", onDone: refreshSession });
  // An account is linked to a wallet: who came by the messaging app links a wallet first.
  if (!user?.wallet || (!features.gitHub && !user.github)) return null;
  const { address } = user.wallet;

  const askToUnlink = async (): Promise<void> => {
    const question = { title: "Unlink GitHub", text: unlinkText, ok: "Unlink", danger: true };
    if (await dialogs.confirm(question)) await unlink.act();
  };
  const begin = () => link.act({ body: { type: "GITHUB", apply: address, browser: browserSecret() } });

  return (
    <Card
      title="GitHub"
      text="Signs you in beside your wallets, and lets you deploy from its repositories."
      actions={
        user.github ? (
          <Button busy={unlink.acting} onClick={() => void askToUnlink()}>
            Unlink
          </Button>
        ) : (
          <Button icon="git" busy={link.acting} onClick={() => void begin()}>
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
        <p className="fh-muted">None is linked.</p>
      )}
    </Card>
  );
};
