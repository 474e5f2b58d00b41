import { useCallback, useEffect, useState } from "react";
import { loadOffer, type Offer } from "./offer.ts";
import { OfferDialog } from "./offer-dialog.tsx";

/** Shown in the shell while a detected account awaits an answer. */
const BindOffer = () => {
  const [offer, setOffer] = useState<Offer>();
  const ask = useCallback(() => void loadOffer().then(setOffer), []);
  useEffect(ask, [ask]);
  return offer && <OfferDialog offer={offer} onDone={() => setOffer(undefined)} onStale={ask} />;
};

export default BindOffer;
