import styles from "./walk-through.module.css";

interface Step {
  readonly title: string;
  readonly text: string;
  readonly lines: readonly (readonly [kind: "type" | "say" | "good", line: string])[];
}

const steps: readonly Step[] = [
  {
    title: "Start it",
    text: "Requires only Node and npm. The database, queue, block store, Git host and sandbox start with it, on one port.",
    lines: [
      ["type", "npm start"],
      ["good", `Freehold is ready at ${location.origin}`],
    ],
  },
  {
    title: "Push your site",
    text: "Push to the built-in Git host, or upload a folder or zip file in the browser. The build runs in a sandbox with a live log.",
    lines: [
      ["type", "git commit -am 'Plant the garden'"],
      ["type", "git push"],
      ["say", `To ${location.origin}/git/e39bfbd88f89/garden.git`],
      ["say", "   8f02c1d..41be9a7  main -> main"],
    ],
  },
  {
    title: "Visit it",
    text: "Each deployment is immutable under its CID. The host name points to the latest successful one, so a failed build never affects the live site.",
    lines: [
      ["type", `curl -sI ${location.protocol}//garden.${location.host} | grep x-ipfs-path`],
      ["good", "x-ipfs-path: /ipfs/bafybeibaak4zetwtfmpbsjigqushjmaltqvalkb4pcto4ehnqjnorajo2u"],
    ],
  },
];

/** Installation, push and visit, as commands. */
export const WalkThrough = () => (
  <section className={styles.section} aria-labelledby="walk-through">
    <h2 id="walk-through">From a folder to a live site</h2>
    <ol className={styles.steps}>
      {steps.map(({ title, text, lines }) => (
        <li key={title} className={styles.step}>
          <div>
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
          <pre className={styles.terminal} aria-label={`${title}: commands`}>
            {lines.map(([kind, line]) => (
              <span key={line} className={styles[kind]}>
                {line}
                {"\n"}
              </span>
            ))}
          </pre>
        </li>
      ))}
    </ol>
  </section>
);
