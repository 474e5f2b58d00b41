import { useState, useSyncExternalStore } from "react";
import { bind } from "../../../../../resources/account/bind.ts";
import { send } from "../../../api/client.ts";
import { config } from "../../../api/config.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import styles from "./bind-account.module.css";
import { browserSecret } from "./browser-secret.ts";

/** GitHub sign-in for accounts linked to a wallet. Hidden without a GitHub app. */
export const SignInButton = () => {
  const { features } = useSyncExternalStore(config.subscribe, config.get);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  if (!features.gitHub) return null;
  const start = async (): Promise<void> => {
    setBusy(true);
    setProblem("");
    try {
      const { applyR } = await send(bind, { body: { type: "GITHUB", browser: browserSecret() } });
      location.assign(applyR);
    } catch (error) {
      setProblem((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <div className={styles.other}>
      <p className={styles.or}>or</p>
      {problem && <Banner kind="danger">{problem}</Banner>}
      <Button wide size="large" icon="git" busy={busy} onClick={() => void start()}>
        Continue with GitHub
      </Button>
      <p className={styles.note}>For GitHub accounts linked to a wallet.</p>
    </div>
  );
};
