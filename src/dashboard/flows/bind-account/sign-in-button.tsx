import { useState, useSyncExternalStore } from "react";
import { config } from "../../api/config.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { beginSignIn } from "./begin-sign-in.ts";
import styles from "./bind-account.module.css";

/** GitHub sign-in for accounts linked to a wallet. Hidden without a GitHub app. */
export const SignInButton = () => {
  const { features } = useSyncExternalStore(config.subscribe, config.get);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  if (!features.gitHub) return null;
  const start = async (): Promise<void> => {
    setBusy(true);
    setProblem("");
    await beginSignIn().catch((error: Error) => {
      setProblem(error.message);
      setBusy(false);
    });
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
