/**
 * Responses that the page's inline script requested before any module ran (early/start.ts). Each is used once, by the
 * call that would otherwise make the same request.
 */
export interface EarlyAnswer {
  readonly url: string;
  /** Authorization header of the request. */
  readonly authorization: string;
  readonly answer: Promise<{ readonly status: number; readonly body: unknown }>;
}

export interface EarlyData {
  answers?: EarlyAnswer[];
  config?: Promise<Response>;
}

declare global {
  interface Window {
    __freehold?: EarlyData;
  }
}

/** Returns the early response to this request; undefined if the inline script did not make it or it failed. */
export const takeEarly = async (
  url: string,
  authorization: string | undefined,
): Promise<{ status: number; body: unknown } | undefined> => {
  const answers = window.__freehold?.answers ?? [];
  const index = answers.findIndex((early) => early.url === url && early.authorization === authorization);
  const [early] = index < 0 ? [] : answers.splice(index, 1);
  try {
    return await early?.answer;
  } catch {
    return undefined;
  }
};

/** Returns the inline script's response of /config.json. */
export const startedConfig = (): Promise<Response> | undefined => {
  const started = window.__freehold?.config;
  delete window.__freehold?.config;
  return started;
};
