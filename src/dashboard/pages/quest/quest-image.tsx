import { useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import styles from "./quest.module.css";

/** The operator's image, or a generated one if missing or broken. */
export const QuestImage = ({ address }: { readonly address: string }) => {
  const [failed, setFailed] = useState(false);
  if (address === "" || failed)
    return (
      <span className={styles.picture}>
        <Icon name="spark" size={44} />
      </span>
    );
  return (
    <img
      className={styles.picture}
      src={address}
      alt=""
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
    />
  );
};
