import styles from "./home.module.css";

/** What else a node earns by. */
export const Panels = () => <div className={styles.panels} />;
