import type * as z from "zod/mini";
import type { cloudNumbers } from "../../../../resources/cloud/overview.ts";
import { formatBytes } from "../../lib/format/bytes.ts";
import { formatCount } from "../../lib/format/count.ts";
import { formatDuration } from "../../lib/format/duration.ts";
import styles from "./numbers.module.css";

export type CloudNumbers = z.output<(typeof cloudNumbers)["reply"]>;

const entries: readonly (readonly [label: string, show: (numbers: CloudNumbers) => string])[] = [
  ["Sites", ({ sites }) => formatCount(sites)],
  ["Deployments", ({ deployments }) => formatCount(deployments)],
  ["Files", ({ files }) => formatCount(files)],
  ["Blocks", ({ blocks }) => formatCount(blocks)],
  ["Stored", ({ storedBytes }) => formatBytes(storedBytes)],
  ["Served", ({ servedBytes }) => formatBytes(servedBytes)],
];

/** Statistics of this instance. `undefined` while loading; the parent hides the section when they are unavailable. */
export const Numbers = ({ numbers }: { readonly numbers: CloudNumbers | undefined }) => (
  <section className={styles.section} aria-labelledby="numbers" aria-busy={!numbers}>
    <div className={styles.head}>
      <h2 id="numbers">This instance in numbers</h2>
      <p>{numbers ? messageOf(numbers) : <span className={styles.skeleton}>Loading</span>}</p>
    </div>
    <dl className={styles.ledger}>
      {entries.map(([label, show]) => (
        <div key={label} className={styles.entry}>
          <dt>{label}</dt>
          <dd>{numbers ? show(numbers) : <span className={styles.skeleton}>00</span>}</dd>
        </div>
      ))}
    </dl>
  </section>
);

const messageOf = ({ deployments, upSeconds }: CloudNumbers): string =>
  deployments === 0
    ? "No deployments yet. Deploy the first site."
    : `Updated just now. Uptime: ${formatDuration(upSeconds)}.`;
