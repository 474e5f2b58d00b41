import { shortenAddress } from "../../../src/dashboard/lib/format/shorten.ts";
import { LoadList } from "../../../src/dashboard/ui/table/load-list.tsx";
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

export const lists: GalleryEntry = {
  id: "lists",
  title: "Load list",
  states: [
    { title: "More than twenty", content: <Addresses items={addresses} /> },
    { title: "Few, one long", content: <Addresses items={[addresses[0]!, longText]} /> },
    { title: "Loading", content: <Addresses items={undefined} /> },
    { title: "Empty", content: <Addresses items={[]} /> },
  ],
};
