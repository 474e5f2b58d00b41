import styles from "./home.module.css";
import { NodeGraphic } from "./node-graphic.tsx";

/** Placeholder while the node loads. */
export const LoadingNode = () => (
  <section className={`boost-deep ${styles.hero}`} role="status" aria-label="Loading your node">
    <NodeGraphic stages={[]} turnSeconds={undefined} isProtected={false}>
      <span className={styles.wait} />
    </NodeGraphic>
    <div className={styles.facts} aria-hidden="true">
      {[70, 45, 100, 60].map((width) => (
        <span key={width} className={styles.wait} style={{ width: `${width}%` }} />
      ))}
    </div>
  </section>
);
