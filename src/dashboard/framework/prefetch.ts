import { createContext, useContext } from "react";

export type Prefetch = (to: string) => void;

const nothing: Prefetch = () => undefined;

/** Prefetches a screen's code and data; provided by the composition root. */
export const PrefetchContext = createContext<Prefetch>(nothing);

/** Returns `prefetch(href)`; call it on hover or focus of a link. */
export const usePrefetch = (): Prefetch => useContext(PrefetchContext);
