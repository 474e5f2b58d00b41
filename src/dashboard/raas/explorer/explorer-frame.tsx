import { Suspense, type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { placeOf, readSearch } from "../flows/explorer/search.ts";
import { useAsk } from "../flows/explorer/use-chain.ts";
import { useWork } from "../../framework/data/use-act.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/fields/form.tsx";
import { SearchField } from "../../ui/fields/search-field.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { RollupPage } from "../rollup-frame/rollup-page.tsx";
import styles from "./explorer.module.css";

interface ExplorerFrameProps {
  readonly title: string;
  readonly hasBanner?: boolean;
  readonly children: (rollup: PublicRollup) => ReactNode;
}

/** A page of the explorer, with the search above its content. */
export const ExplorerFrame = ({ title, hasBanner = false, children }: ExplorerFrameProps) => (
  <RollupPage title={title} hasBanner={hasBanner}>
    {(rollup) => (
      <>
        <SearchBox rollup={rollup} />
        <Suspense fallback={<Skeleton lines={12} />}>{children(rollup)}</Suspense>
      </>
    )}
  </RollupPage>
);

const label = "Block number, hash or address";

/** Opens the page of a block number, hash or address. */
const SearchBox = ({ rollup }: { readonly rollup: PublicRollup }) => {
  const ask = useAsk(rollup);
  const navigate = useNavigate();
  const [input, setInput] = useState("");
  const search = async (): Promise<void> => {
    const wanted = readSearch(input);
    if (!wanted) {
      throw new Error(
        "Enter a block number, a transaction or block hash (0x and 64 hex digits), or an address (0x and 40 hex digits).",
      );
    }
    const place = await placeOf(ask, rollup.chainId, wanted).catch(() => {
      throw new Error("Can't reach the rollup. Try again.");
    });
    if (place === undefined) throw new Error("No transaction or block has this hash.");
    setInput("");
    void navigate(place);
  };
  const { act, acting, problem, dismiss } = useWork(search, { inline: true });
  return (
    <div className={styles.search}>
      <Form className={styles.searchForm} onSubmit={() => void act()}>
        <SearchField
          label={label}
          value={input}
          onChange={(text) => {
            setInput(text);
            dismiss();
          }}
        />
        <Button type="submit" busy={acting}>
          Search
        </Button>
      </Form>
      <p role="status" className={styles.problem}>
        {problem}
      </p>
    </div>
  );
};
