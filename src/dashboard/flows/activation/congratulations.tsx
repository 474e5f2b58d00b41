import { useEffect, useState } from "react";
import { inviteCode } from "../../../../resources/account/member-calls.ts";
import { send } from "../../api/client.ts";
import { session } from "../../api/session/session.ts";
import { attempt } from "../../lib/attempt.ts";
import { shortenName } from "../../lib/format/shorten.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import styles from "./activation.module.css";
import { shareUrl } from "./share-url.ts";

/** The account is activated. */
export const Congratulations = ({ onStart }: { readonly onStart: () => void }) => {
  const [code, setCode] = useState<string>();
  useEffect(() => void attempt(() => send(inviteCode, { silent: true })).then((answer) => setCode(answer?.code)), []);
  const name = session.get().user?.username ?? "";
  return (
    <div className={styles.done}>
      <Icon name="check" size={40} />
      <h2>Congratulations, {shortenName(name)}!</h2>
      <p>Your account is activated and your allowance resets monthly. All features are unlocked.</p>
      <div className="fh-form-actions">
        <LinkButton icon="external" to={shareUrl(location.origin, code)}>
          Share
        </LinkButton>
        <Button kind="primary" onClick={onStart}>
          Go to overview
        </Button>
      </div>
    </div>
  );
};
