import { useLayoutEffect } from "react";
import "./look.css";

/** Gives the whole page Boost's look, with its dialogs and toasts, as long as a page of Boost is open. */
export const useLook = (): void =>
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.boost = "";
    return () => {
      delete dataset.boost;
    };
  }, []);
