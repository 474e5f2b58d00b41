import { useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import styles from "./quest.module.css";

/** The operator's picture, or a drawn one where there is none or it does not load. */
export const QuestPicture = ({ address }: { readonly address: string }) => {
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
