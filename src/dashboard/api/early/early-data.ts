/**
 * Answers that the page's inline script asked for before any module ran (early/start.ts). Each is used once, by the call
 * that would otherwise have made the same request.
 */
export interface EarlyAnswer {
  readonly url: string;
  /** Authorization header it was asked with. */
  readonly authorization: string;
  readonly answer: Promise<{ readonly status: number; readonly body: unknown }>;
}

export interface EarlyData {
  list?: EarlyAnswer;
  config?: Promise<Response>;
}

declare global {
  interface Window {
    __freehold?: EarlyData;
  }
}

/** The answer to this very request, if the inline script asked for it; undefined also when it failed to arrive. */
export const takeEarly = async (
  url: string,
  authorization: string | undefined,
): Promise<{ status: number; body: unknown } | undefined> => {
  const early = window.__freehold?.list;
  if (!early || early.url !== url || early.authorization !== authorization) return undefined;
  delete window.__freehold!.list;
  try {
    return await early.answer;
  } catch {
    return undefined;
  }
};

/** /config.json as the inline script asked for it. */
export const startedConfig = (): Promise<Response> | undefined => {
  const started = window.__freehold?.config;
  delete window.__freehold?.config;
  return started;
};
