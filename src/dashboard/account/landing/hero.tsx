import { useId, useMemo, useState, type ReactNode } from "react";
import { contentIdOf } from "../../lib/cid/content-id.ts";
import styles from "./hero.module.css";
import { TitlePlanView } from "../flows/sign-in/title-plan-view.tsx";

const firstText = "<h1>Hello, world</h1>";
const textMax = 2000;

/** Product summary, call to action, and a CID demo to type into. */
export const Hero = ({ action, docs }: { readonly action: ReactNode; readonly docs: ReactNode }) => (
  <section className={styles.hero}>
    <div className={styles.words}>
      <h1 className={styles.title}>Your own web3 cloud, on your own server.</h1>
      <p className={styles.lead}>
        Freehold is a self-hosted web3 cloud that starts with one command. Push a repository or upload a folder:
        Freehold builds it in a sandbox, publishes it to IPFS and serves it on its own domain. Your server, your keys,
        your data.
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
        <span>Content ID</span>
        <span>CIDv1 · raw · sha2-256</span>
      </div>
      <TitlePlanView digest={digest} label={`Pattern drawn from the content ID ${cid}`} />
      <div className={styles.survey}>
        <label htmlFor={inputId}>Type a page to see its content ID</label>
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
        This is the real content ID of a file with these bytes, computed as you type. The 32 bytes of its digest draw
        the pattern. The same bytes give the same ID on every server.
      </figcaption>
    </figure>
  );
};
