import { useCallback, useEffect, useState } from "react";
import { loadOffer, type Offer } from "./offer.ts";
import { OfferDialog } from "./offer-dialog.tsx";

/** Shown in the shell while a detected account awaits an answer. */
const BindOffer = () => {
  const [offer, setOffer] = useState<Offer>();
  const reload = useCallback(() => void loadOffer().then(setOffer), []);
  useEffect(reload, [reload]);
  return offer && <OfferDialog offer={offer} onDone={() => setOffer(undefined)} onStale={reload} />;
};

export default BindOffer;
