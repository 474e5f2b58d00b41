import { useState } from "react";
import { useNavigate } from "react-router";
import { placeOf, readSearch } from "../../flows/explorer/search.ts";
import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { useAsk } from "../../flows/explorer/use-chain.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import styles from "./explorer.module.css";

const label = "Block number, hash or address";

/** Opens the page of a block number, hash or address. */
export const SearchBox = ({ rollup }: { readonly rollup: PublicRollup }) => {
  const ask = useAsk(rollup);
  const navigate = useNavigate();
  const [input, setInput] = useState("");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const search = async (): Promise<void> => {
    const wanted = readSearch(input);
    if (!wanted) {
      return setProblem(
        "Enter a block number, a transaction or block hash (0x and 64 hex digits), or an address (0x and 40 hex digits).",
      );
    }
    setBusy(true);
    try {
      const place = await placeOf(ask, rollup.chainId, wanted);
      if (place === undefined) return setProblem("No transaction or block has this hash.");
      setInput("");
      setProblem("");
      void navigate(place);
    } catch {
      setProblem("Can't reach the rollup. Try again.");
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.search}>
      <Form className={styles.searchForm} onSubmit={() => void search()}>
        <SearchField
          label={label}
          value={input}
          onChange={(text) => {
            setInput(text);
            setProblem("");
          }}
        />
        <Button type="submit" busy={busy}>
          Search
        </Button>
      </Form>
      <p role="status" className={styles.problem}>
        {problem}
      </p>
    </div>
  );
};
