import { useLayoutEffect } from "react";
import "./look.css";

/** Applies the Boost theme to the document, including dialogs and toasts, while a Boost page is open. */
export const useLook = (): void =>
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.boost = "";
    return () => {
      delete dataset.boost;
    };
  }, []);
