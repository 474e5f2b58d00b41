import styles from "./home.module.css";
import { NodePicture } from "./node-picture.tsx";

/** The page before the node is known. */
export const Waiting = () => (
  <section className={`boost-deep ${styles.hero}`} role="status" aria-label="Loading your node">
    <NodePicture stages={[]} turnSeconds={undefined} isProtected={false}>
      <span className={styles.wait} />
    </NodePicture>
    <div className={styles.facts} aria-hidden="true">
      {[70, 45, 100, 60].map((width) => (
        <span key={width} className={styles.wait} style={{ width: `${width}%` }} />
      ))}
    </div>
  </section>
);
