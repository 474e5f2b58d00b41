import { createContext, useContext } from "react";

export type Prefetch = (to: string) => void;

const nothing: Prefetch = () => undefined;

/** Loads code and data of a screen before it is asked for; the composition root provides it. */
export const PrefetchContext = createContext<Prefetch>(nothing);

/** `prefetch(href)`: call it when the pointer or the focus reaches a link. */
export const usePrefetch = (): Prefetch => useContext(PrefetchContext);
