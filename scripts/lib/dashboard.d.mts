export const ensureDashboard: () => Promise<void>;
