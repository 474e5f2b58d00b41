/** Whether a policy grants public access. services/s3 validates and evaluates policies. */
export const isPublic = (policy: string | undefined): boolean => {
  if (policy === undefined) return false;
  const { Statement: statements = [] } = JSON.parse(policy) as { Statement?: unknown };
  return (Array.isArray(statements) ? statements : [statements]).some(isForAll);
};

const isForAll = (statement: unknown): boolean => {
  const { Effect: effect, Principal: principal } = (statement ?? {}) as Record<string, unknown>;
  if (effect !== "Allow") return false;
  if (principal === "*") return true;
  const { AWS: names } = (principal ?? {}) as Record<string, unknown>;
  return names === "*" || (Array.isArray(names) && names.includes("*"));
};
