/** A test double with only those members that the test needs. */
export const fake = <T>(members: Partial<T>): T => members as T;
