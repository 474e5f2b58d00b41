import styles from "./walk-through.module.css";

interface Step {
  readonly title: string;
  readonly text: string;
  readonly lines: readonly (readonly [kind: "type" | "say" | "good", line: string])[];
}

const steps: readonly Step[] = [
  {
    title: "Stand it up",
    text: "Node and npm are all it asks for. The database, the queue, the block store, the Git host and the sandbox start with it, on one port.",
    lines: [
      ["type", "npm start"],
      ["good", "Freehold is ready at http://localhost:4040"],
    ],
  },
  {
    title: "Push your site",
    text: "Push to the cloud’s own Git host, or drop a folder or a zip in the browser. The build runs in a sandbox and its log arrives line by line.",
    lines: [
      ["type", "git commit -am 'Plant the garden'"],
      ["type", "git push"],
      ["say", "To http://localhost:4040/git/e39bfbd88f89/garden.git"],
      ["say", "   8f02c1d..41be9a7  main -> main"],
    ],
  },
  {
    title: "Hold the address",
    text: "Each deployment is frozen under its CID. The host name points to the newest that succeeded; a failed build leaves the live site alone.",
    lines: [
      ["type", "curl -sI http://garden.localhost:4040 | grep x-ipfs-path"],
      ["good", "x-ipfs-path: /ipfs/bafybeibaak4zetwtfmpbsjigqushjmaltqvalkb4pcto4ehnqjnorajo2u"],
    ],
  },
];

/** From nothing to a site on its own host name, in the commands that do it. */
export const WalkThrough = () => (
  <section className={styles.section} aria-labelledby="walk-through">
    <h2 id="walk-through">From a folder to an address</h2>
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
