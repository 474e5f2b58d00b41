import { useSyncExternalStore } from "react";
import { bind } from "../../../../../resources/account/bind.ts";
import { config } from "../../../api/config.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { untilLeft } from "../../../lib/leaving.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import styles from "./bind-account.module.css";
import { browserSecret } from "./browser-secret.ts";

/** GitHub sign-in for accounts linked to a wallet. Hidden without a GitHub app. */
export const SignInButton = () => {
  const { features } = useSyncExternalStore(config.subscribe, config.get);
  const { act, acting, problem } = useAct(bind, {
    inline: true,
    onDone: ({ applyR }) => {
      location.assign(applyR);
      return untilLeft();
    },
  });
  if (!features.gitHub) return null;
  return (
    <div className={styles.other}>
      <p className={styles.or}>or</p>
      {problem && <Banner kind="danger">{problem}</Banner>}
      <Button
        wide
        size="large"
        icon="git"
        busy={acting}
        onClick={() => void act({ body: { type: "GITHUB", browser: browserSecret() } })}
      >
        Continue with GitHub
      </Button>
      <p className={styles.note}>For GitHub accounts linked to a wallet.</p>
    </div>
  );
};
