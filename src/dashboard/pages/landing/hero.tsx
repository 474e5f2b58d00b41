import { useId, useMemo, useState, type ReactNode } from "react";
import { contentIdOf } from "../../lib/content-id.ts";
import styles from "./hero.module.css";
import { TitlePlanView } from "./title-plan-view.tsx";

const firstText = "<h1>This ground is mine.</h1>";
const textMax = 2000;

/** What Freehold is, one way in, and a plan that anyone can survey by typing. */
export const Hero = ({ action, docs }: { readonly action: ReactNode; readonly docs: ReactNode }) => (
  <section className={styles.hero}>
    <div className={styles.words}>
      <h1 className={styles.title}>Own the ground your sites stand on.</h1>
      <p className={styles.lead}>
        Freehold is a web3 cloud you stand up with one command. Push a repository or drop a folder: it is built in a
        sandbox, published as IPFS content under its true CID and served at its own address. Your machine, your keys,
        all your data in one folder.
      </p>
      <div className={styles.actions}>
        {action}
        {docs}
      </div>
    </div>
    <Survey />
  </section>
);

const Survey = () => {
  const [text, setText] = useState(firstText);
  const { cid, digest } = useMemo(() => contentIdOf(text), [text]);
  const inputId = useId();
  return (
    <figure className={styles.sheet}>
      <div className={styles.sheetHead}>
        <span>Title plan</span>
        <span>CIDv1 · raw · sha2-256</span>
      </div>
      <TitlePlanView digest={digest} label={`Map of sixteen plots drawn from the content id ${cid}`} />
      <div className={styles.survey}>
        <label htmlFor={inputId}>Write a page, and survey its plot</label>
        <textarea
          id={inputId}
          rows={2}
          maxLength={textMax}
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <output htmlFor={inputId} className={styles.cid} aria-live="off">
          <span>ipfs://</span>
          {cid}
        </output>
      </div>
      <figcaption className={styles.caption}>
        Not an illustration. This is the content id a file of these bytes gets here, computed as you type; the 32 bytes
        of its digest draw the streets. Same bytes, same ground, on every machine.
      </figcaption>
    </figure>
  );
};
