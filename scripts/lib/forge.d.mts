export const artifactsFile: string;
export const contractNames: readonly string[];
export const forge: (
  args: readonly string[],
  options: {
    readonly outFolder: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly timeoutMs?: number;
    readonly project?: string;
  },
) => Promise<{ code: number; output: string }>;
export const artifactsOf: (outFolder: string) => string;
