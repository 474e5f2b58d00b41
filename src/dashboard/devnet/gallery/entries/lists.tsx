import { useState } from "react";
import { shortenAddress } from "../../../lib/format/shorten.ts";
import { ArriveBottom } from "../../../ui/page/arrive-bottom.tsx";
import { LoadList } from "../../../ui/table/load-list.tsx";
import { longText, type GalleryEntry } from "../entry.ts";

const addresses = Array.from({ length: 35 }, (_, index) => `0x${String(index).padStart(40, "7099")}`);
const Addresses = ({ items }: { readonly items: readonly string[] | undefined }) => (
  <LoadList
    label="Addresses"
    items={items}
    itemKey={(address) => address}
    row={(address) => <span className="fh-ellipsis">{address === longText ? address : shortenAddress(address)}</span>}
  />
);

/** Loads up to five times, so that the page ends. */
const Growing = () => {
  const [arrived, setArrived] = useState(0);
  return (
    <>
      <p>Reached the bottom {arrived} of 5 times.</p>
      <ArriveBottom
        onArriveBottom={() => setArrived(arrived + 1)}
        loaded={arrived}
        more={arrived < 5}
        loading={false}
      />
    </>
  );
};

const nothing = () => undefined;

export const lists: GalleryEntry = {
  id: "lists",
  title: "Load list and end of page",
  states: [
    { title: "More than twenty", content: <Addresses items={addresses} /> },
    { title: "Few, one long", content: <Addresses items={[addresses[0]!, longText]} /> },
    { title: "Loading", content: <Addresses items={undefined} /> },
    { title: "Empty", content: <Addresses items={[]} /> },
    { title: "Reaching the bottom", content: <Growing /> },
    { title: "Loading more", content: <ArriveBottom onArriveBottom={nothing} loaded={10} more loading /> },
    {
      title: "Loading failed",
      content: (
        <ArriveBottom onArriveBottom={nothing} loaded={10} more loading={false} error="Couldn't load more lines." />
      ),
    },
  ],
};
