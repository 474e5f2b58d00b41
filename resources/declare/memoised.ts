/** Adds a property that is computed on first access and cached. */
export const memoised = <O extends object, K extends string, V>(
  object: O,
  key: K,
  make: () => V,
): O & { readonly [P in K]: V } =>
  Object.defineProperty(object, key, {
    configurable: true,
    enumerable: true,
    get() {
      const value = make();
      Object.defineProperty(object, key, { value, enumerable: true });
      return value;
    },
  }) as O & { readonly [P in K]: V };
