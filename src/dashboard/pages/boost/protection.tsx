import { useEffect, useState } from "react";
import { serverNow } from "../../flows/boost/node.ts";
import { formatDuration } from "../../lib/format/duration.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./home.module.css";

/** Shows whether the node is protected, and for how long. Updates every second. */
export const Protection = ({ until }: { readonly until: number }) => {
  const [, setTurn] = useState(0);
  const left = until - serverNow();
  const isOver = left <= 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setTurn((turn) => turn + 1), 1000);
    return () => clearInterval(timer);
  }, [until, isOver]);
  if (isOver)
    return (
      <p
        className={`${styles.shield} ${styles.none}`}
        title="Other nodes can collect up to half of your uncollected points."
      >
        <Icon name="shield" size={16} />
        Not protected
      </p>
    );
  return (
    <p className={styles.shield} title="Other nodes can't collect your points until then.">
      <Icon name="shield" size={16} />
      Protected for {formatDuration(left)}
    </p>
  );
};
